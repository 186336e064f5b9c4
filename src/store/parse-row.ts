import { chatChangeSchema, type ChatChange } from "../agent/chat/chat";
import { noticeActionSchema, noticeReasonSchema } from "../agent/chat/rows";
import { isJsonObject, type JsonValue } from "../agent/text/json";
import { permissionKindSchema } from "../agent/tool/permission";
import { parseEnvelope } from "./row-table";
import { ROW_VERSION, upgradeRow } from "./upgrade-row";

/** A row of a chat as the change that wrote it; `newer`: a later Orbit wrote it, and it is left alone. */
export type ParsedRow = { type: "change"; change: ChatChange } | { type: "damaged" } | { type: "newer" };

/** Reads a row's text; `kind` is what its key says that it is. */
export function parseRow(kind: string, text: string): ParsedRow {
  const envelope = parseEnvelope(text);
  if (envelope === undefined) return { type: "damaged" };
  if (envelope.version > ROW_VERSION) return { type: "newer" };
  const value = upgradeRow(kind, envelope.version, envelope.value);
  const change = parseChange(kind, value) ?? parseChange(kind, withoutUnknown(kind, value));
  return change === undefined ? { type: "damaged" } : { type: "change", change };
}

/** A change holds its row under the name of its own type. */
function parseChange(kind: string, value: JsonValue): ChatChange | undefined {
  return chatChangeSchema.safeParse({ type: kind, [kind]: value }).data;
}

/** The row without the buttons and the occasion that have no meaning here: they cost themselves, not their notice. */
function withoutUnknown(kind: string, value: JsonValue): JsonValue {
  if (kind !== "row" || !isJsonObject(value) || !Array.isArray(value["actions"])) return value;
  const { actions, reason, permission, ...rest } = value;
  return {
    ...rest,
    actions: actions.filter((action) => noticeActionSchema.safeParse(action).success),
    ...(noticeReasonSchema.safeParse(reason).success && { reason }),
    ...(permissionKindSchema.safeParse(permission).success && { permission }),
  };
}
