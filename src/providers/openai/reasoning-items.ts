import type { JsonObject, JsonValue } from "../../agent/text/json";

/**
 * Puts OpenRouter's `reasoning_details` (https://openrouter.ai/docs/use-cases/reasoning-tokens) or LiteLLM's
 * `thinking_blocks` (https://docs.litellm.ai/docs/reasoning_content) together: an item streams in pieces of its text, its
 * signature with the last. Encrypted items come whole. The list goes back as it was before it was cut into pieces, or the
 * signatures do not hold.
 */
export function addReasoningItems(items: JsonObject[], pieces: readonly JsonObject[]): void {
  for (const piece of pieces) {
    const item = items.findLast((candidate) => isContinued(candidate, piece));
    if (item === undefined) items.push({ ...piece });
    else continueItem(item, piece);
  }
}

/** The members that stream in pieces; of all others there is one, and servers may repeat it. */
const STREAMED = ["text", "summary", "thinking"];

function isContinued(item: JsonObject, piece: JsonObject): boolean {
  if (item["type"] !== piece["type"] || !STREAMED.some((name) => typeof piece[name] === "string" || name in item)) {
    return false;
  }
  if (isSet(item["id"]) && isSet(piece["id"]) && item["id"] !== piece["id"]) return false;
  if (isSet(piece["index"])) return item["index"] === piece["index"];
  // Without an index only a signature tells where an item ends.
  return !isSet(item["signature"]);
}

function continueItem(item: JsonObject, piece: JsonObject): void {
  for (const [name, value] of Object.entries(piece)) {
    const before = item[name];
    if (STREAMED.includes(name) && typeof before === "string" && typeof value === "string") item[name] = before + value;
    else if (!isSet(before)) item[name] = value;
  }
}

/** A thinking block that its maker takes back: one that was cut off, or that nobody signs, it refuses. */
export function isSigned(block: JsonObject): boolean {
  return isSet(block["signature"]) || isSet(block["data"]);
}

/** Servers fill what they have not got with null or "". */
function isSet(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== "";
}
