import { wordDeltas, type Reply } from "./reply";
import type { ModelRequest } from "./request";

const FAULT_WORD = /(?:^|\s)#(error|cut|slow|hang|broken|many|unknown)\b[ \t]*(\d*)[ \t]*([^#\n]*)/i;

/** Slow enough to be seen, as a large model on a small machine is. */
const SLOW_DELTA_MS = 400;

/** The most calls that `#many` makes at once. */
const MAX_CALLS = 1_000;

/** The fault word in a person's wish, such as `#error 429 try later`: which it is, its number, and the words after it. */
export function faultWord(wish: string): { fault: string; count: number | undefined; words: string } | undefined {
  const match = FAULT_WORD.exec(wish);
  if (match === null) return undefined;
  const [, fault = "", count = "", words = ""] = match;
  return { fault: fault.toLowerCase(), count: count === "" ? undefined : Number(count), words: words.trim() };
}

/**
 * What a fault word in the wish makes of the answer, so that faults can be tried by hand with any script. `respond` gives
 * the script's own reply; faults that call tools come before it, and leave the word to it once results are there.
 */
export async function applyFaultWord(request: ModelRequest, respond: () => Promise<Reply>): Promise<Reply> {
  const found = faultWord(request.lastUserText);
  const isFirstTurn = request.toolResults.length === 0;
  switch (found?.fault) {
    case "error":
      return { error: { status: errorStatus(found.count), message: found.words || "An error asked for in the wish." } };
    case "cut":
      return { text: ["This answer ", "breaks off ", "before its ", "end."], cutAfter: 5 };
    case "hang":
      return { hang: true };
    case "slow":
      return slow(await respond());
    case "broken":
      if (isFirstTurn) return { toolCalls: [{ name: "search_files", rawArguments: '{"query": "inv' }] };
      return respond();
    case "many":
      if (isFirstTurn) return { toolCalls: manySearches(found.count ?? 50) };
      return respond();
    case "unknown":
      if (isFirstTurn) return { toolCalls: [{ name: "water_the_plants", input: { litres: 2 } }] };
      return respond();
    default:
      return respond();
  }
}

function errorStatus(status = 500): number {
  return status >= 400 && status <= 599 ? status : 500;
}

function slow(reply: Reply): Reply {
  const { text } = reply;
  return { ...reply, ...(typeof text === "string" && { text: wordDeltas(text) }), deltaDelayMs: SLOW_DELTA_MS };
}

function manySearches(count: number): NonNullable<Reply["toolCalls"]> {
  return Array.from({ length: Math.min(count, MAX_CALLS) }, (_, index) => ({
    name: "search_files",
    input: { query: `invoice ${index + 1}` },
  }));
}
