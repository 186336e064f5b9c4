import { jsonObjectSchema, parseJson, type JsonObject } from "../../agent/text/json";
import type { ContentBlock } from "../../agent/history/messages";
import { parseToolInput } from "../../agent/tool/tool-input";
import { jsonTextOf, member, textOf } from "../http/lenient";

/** A block while it streams. `json` gathers the fragments of an input, `value` is a block as its start had it. */
export type BlockDraft =
  | { type: "text"; text: string }
  | { type: "thinking"; text: string; signature: string | undefined }
  | { type: "redacted_thinking"; data: string }
  | { type: "tool_use"; id: string; name: string; startInput: string; json: string; isStopped: boolean }
  /** Another model took over from here on. */
  | { type: "fallback"; model: string | undefined }
  | { type: "opaque"; value: JsonObject; json: string };

/** A block from its `content_block_start`. Only `tool_use` is a call of ours; `server_tool_use` and its kin are opaque. */
export function startBlock(block: unknown, newId: () => string): BlockDraft {
  switch (member(block, "type")) {
    case "text":
      return { type: "text", text: textOf(member(block, "text")) ?? "" };
    case "thinking":
      return {
        type: "thinking",
        text: textOf(member(block, "thinking")) ?? "",
        signature: textOf(member(block, "signature")),
      };
    case "redacted_thinking":
      return { type: "redacted_thinking", data: textOf(member(block, "data")) ?? "" };
    case "tool_use":
      return {
        type: "tool_use",
        id: textOf(member(block, "id")) ?? newId(),
        name: textOf(member(block, "name")) ?? "",
        startInput: inputText(member(block, "input")),
        json: "",
        isStopped: false,
      };
    case "fallback":
      return { type: "fallback", model: textOf(member(member(block, "to"), "model")) };
    default:
      return { type: "opaque", value: jsonObjectSchema.catch({}).parse(block), json: "" };
  }
}

/** Adds a delta other than text to its block. */
export function addDelta(draft: BlockDraft, delta: unknown): void {
  switch (draft.type) {
    case "thinking":
      draft.text += textOf(member(delta, "thinking")) ?? "";
      draft.signature = joined(draft.signature, textOf(member(delta, "signature")));
      return;
    case "tool_use":
      draft.json += jsonTextOf(member(delta, "partial_json"));
      return;
    case "opaque":
      addToOpaque(draft, delta);
      return;
    case "text":
    case "redacted_thinking":
    case "fallback":
      // Citations and the like: nothing that goes back to the model.
      return;
  }
}

/** The input of a call as the model has written it so far. */
export function inputSoFar({ json, startInput }: Extract<BlockDraft, { type: "tool_use" }>): string {
  return json === "" ? startInput : json;
}

/** The block as the turn holds it; undefined for one of the API's own whose input is cut off. */
export function finishBlock(draft: Exclude<BlockDraft, { type: "fallback" }>): ContentBlock | undefined {
  switch (draft.type) {
    case "text":
    case "redacted_thinking":
      return draft;
    case "thinking": {
      const { text, signature } = draft;
      return { type: "thinking", text, ...(signature !== undefined && { signature }) };
    }
    case "tool_use": {
      const { id, name } = draft;
      return { type: "tool_use", id, name, ...parseToolInput(inputSoFar(draft)) };
    }
    case "opaque": {
      if (draft.json === "") return { type: "opaque", value: draft.value };
      const value = jsonObjectSchema.safeParse({ ...draft.value, input: parseJson(draft.json) }).data;
      return value === undefined ? undefined : { type: "opaque", value };
    }
  }
}

/** The input of servers that send it whole with the start. The official API starts with a placeholder, `{}`. */
function inputText(input: unknown): string {
  const text = jsonTextOf(input);
  return text === "{}" ? "" : text;
}

/** Unknown blocks stream either an input or more of their own text members, such as the content of a compaction. */
function addToOpaque(draft: Extract<BlockDraft, { type: "opaque" }>, delta: unknown): void {
  const parsed = jsonObjectSchema.catch({}).parse(delta);
  for (const [name, value] of Object.entries(parsed)) {
    if (name === "type" || typeof value !== "string") continue;
    if (name === "partial_json") draft.json += value;
    else draft.value[name] = joined(textOf(draft.value[name]), value) ?? "";
  }
}

function joined(before: string | undefined, more: string | undefined): string | undefined {
  return more === undefined ? before : (before ?? "") + more;
}
