import { jsonObjectSchema, parseJson, type JsonObject, type JsonValue } from "../text/json";

/** Arguments as a call carries them: an object, or why the text is none. */
export type ToolInput = { input: JsonObject; rawInput: string; inputError?: string };

/**
 * Parses the complete argument text of a tool call, strictly, once. Two things models do are mended, and only in text
 * that is complete: raw control characters and bad escapes inside strings (rhesis-ai/rhesis#2488), and an object encoded
 * twice. Empty text and `null` mean no arguments. Cut text is never completed: the call would run with half its values.
 */
export function parseToolInput(rawInput: string): ToolInput {
  if (rawInput.trim() === "") return { input: {}, rawInput };
  let value = parseJson(rawInput);
  if (value === undefined) value = parseJson(mendStrings(rawInput));
  if (value === undefined) return { input: {}, rawInput, inputError: "The arguments are not complete, valid JSON." };
  const object = asArguments(typeof value === "string" ? parseJson(value) : value);
  if (object === undefined)
    return { input: {}, rawInput, inputError: "The arguments are not a JSON object, or nested too deeply." };
  return { input: object, rawInput };
}

function asArguments(value: JsonValue | undefined): JsonObject | undefined {
  if (value === null) return {};
  return jsonObjectSchema.safeParse(value).data;
}

const CONTROL_ESCAPES: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f" };

/** Escapes raw control characters and doubles the backslash of unknown escapes, inside string literals only. */
function mendStrings(text: string): string {
  // A literal that does not end goes to the end of the text: tried again from each of its quotes it would cost the square.
  return text.replace(/"(?:\\[\s\S]|[^"\\])*"?/g, (literal) =>
    literal
      .replace(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}|([\s\S]))/g, (escape, unknown: string | undefined) =>
        unknown === undefined ? escape : `\\\\${unknown}`,
      )
      .replace(/\p{Cc}/gu, (character) => CONTROL_ESCAPES[character] ?? unicodeEscape(character)),
  );
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
