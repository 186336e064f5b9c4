import type { ToolUseBlock } from "../../agent/history/messages";
import type { JsonObject } from "../../agent/text/json";
import { parseToolInput, type ToolInput } from "../../agent/tool/tool-input";
import { scanJson, type JsonScan } from "./json-scan";
import type { ToolCallFragment } from "./read-chunk";

type ToolCallDraft = {
  id: string | undefined;
  name: string | undefined;
  arguments: string;
  /** Whether the arguments so far are complete. */
  scan: JsonScan;
  /** The call that began on its index: what still comes there goes to that one. */
  replacedBy: ToolCallDraft | undefined;
  extra: JsonObject | undefined;
  announced: boolean;
};

/** Takes the fragments of a turn's calls in the order in which they came. */
export type ToolCallAssembler = {
  add(fragment: ToolCallFragment): void;
  /** The calls in the order in which they began. One that never got a name stands with an empty one. */
  finish(): ToolUseBlock[];
};

/**
 * Puts the calls of a turn together from their fragments. Which call a fragment belongs to is decided by one rule, since
 * servers leave out the index, repeat index 0 for every call, or repeat ids and names: a known id names its call; a new
 * id with a name starts one, even on a taken index; else the index; else the last call. On the last two, a name starts
 * another call where it differs from the call's own, or where the arguments before it are complete.
 */
export function createToolCallAssembler(
  newId: () => string,
  announce: (id: string, name: string) => void,
): ToolCallAssembler {
  const calls: ToolCallDraft[] = [];
  const byId = new Map<string, ToolCallDraft>();
  const byIndex = new Map<number, ToolCallDraft>();

  function callOf(fragment: ToolCallFragment): ToolCallDraft {
    const { id, name, index } = fragment;
    const known = id === undefined ? undefined : byId.get(id);
    if (known !== undefined) return known;
    if (id !== undefined && name !== undefined) return start(fragment);
    const call = index === undefined ? calls.at(-1) : byIndex.get(index);
    return call === undefined || startsAnother(call, fragment) ? start(fragment) : call;
  }

  function start({ index }: ToolCallFragment): ToolCallDraft {
    const call: ToolCallDraft = {
      id: undefined,
      name: undefined,
      arguments: "",
      scan: scanJson(),
      replacedBy: undefined,
      extra: undefined,
      announced: false,
    };
    const before = index === undefined ? undefined : byIndex.get(index);
    if (before !== undefined) before.replacedBy = call;
    // Without an index a call takes the one it would have had: some servers send it from the second fragment on.
    byIndex.set(index ?? calls.length, call);
    calls.push(call);
    return call;
  }

  function add(fragment: ToolCallFragment): void {
    const call = callOf(fragment);
    if (call.id === undefined && fragment.id !== undefined) {
      call.id = fragment.id;
      byId.set(fragment.id, call);
    }
    call.name ??= fragment.name;
    call.arguments += fragment.arguments;
    call.scan.push(fragment.arguments);
    if (fragment.extra !== undefined) call.extra = { ...fragment.extra, ...call.extra };
    if (call.id !== undefined) announceOnce(call, call.id);
  }

  function announceOnce(call: ToolCallDraft, id: string): void {
    if (call.announced || call.name === undefined) return;
    call.announced = true;
    announce(id, call.name);
  }

  return {
    add,
    finish: () =>
      calls
        .filter((call) => call.name !== undefined || call.arguments !== "")
        .map((call) => {
          const id = call.id ?? newId();
          announceOnce(call, id);
          const { name = "", extra } = call;
          return {
            type: "tool_use",
            id,
            name,
            ...inputOf(call),
            ...(extra !== undefined && { extra }),
          };
        }),
  };
}

/**
 * A call that was replaced before any arguments came has none, as long as the next one's make sense: else they are the
 * arguments of both, and it must not run without.
 */
function inputOf({ arguments: written, replacedBy }: ToolCallDraft): ToolInput {
  const input = parseToolInput(written);
  const isLost = written.trim() === "" && replacedBy !== undefined && inputOf(replacedBy).inputError !== undefined;
  return isLost ? { ...input, inputError: "Another call began before its arguments came." } : input;
}

function startsAnother(call: ToolCallDraft, fragment: ToolCallFragment): boolean {
  if (fragment.name === undefined || call.name === undefined) return false;
  if (fragment.name !== call.name) return true;
  return (fragment.index === undefined || fragment.arguments !== "") && call.scan.isComplete;
}
