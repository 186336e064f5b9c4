import type { ProviderErrorDetail } from "../../agent/ports/provider-error";
import { imagesRefused } from "./image-words";
import { listOf, member, parseLenient, textOf } from "./lenient";

// What servers say, in lower case. Codes come from the Anthropic and OpenAI references, sentences from Ollama, LM Studio,
// llama.cpp, vLLM, OpenRouter, Groq, xAI, DeepSeek and Gemini.
const BILLING = /credit balance is too low|insufficient[_ ](?:quota|balance|credits?|funds)|billing_|payment required/;
const BAD_KEY =
  /api[ _-]?key (?:is )?(?:not valid|invalid|incorrect)|(?:invalid|incorrect|wrong)[ _](?:x-)?api[ _-]?key|api_key_invalid/;
const TOO_LONG =
  /(?:prompt|input) is too long|context[_ ](?:length|window|limit|size)|maximum (?:context|prompt length)|too many tokens|exceeds the maximum number of tokens/;
/** More than a limit per minute at once: waiting never helps, asking for less does. */
const TOO_LARGE = /request too large/;
const NO_TOOLS =
  /(?:does not|doesn't) support (?:tools|tool use|tool calling|function calling)|(?:tools|tool use|tool calling|function calling) (?:is|are) not supported|support tool use|tools? (?:param|choice) requires --/;
const NO_MODEL = /model_not_found|model\b.*(?:not found|does not exist|not exist)/s;
const NO_ROUTE =
  /invalid url|cannot (?:post|get) \/|unexpected endpoint|unknown (?:request )?(?:url|endpoint|route)|no (?:such )?route|^route\b.*not found/m;
/** Alone it says nothing of a model; with a model in the same answer it does. */
const NOT_FOUND = /^(?:resource |file |(?:404 )?page )?not found\.?$/m;
const OVERLOADED =
  /overloaded|(?:at|over) capacity|temporarily unavailable|(?:server|model|engine) is (?:currently )?busy/;

const MEANINGS = {
  billing: BILLING,
  bad_key: BAD_KEY,
  too_long: TOO_LONG,
  too_large: TOO_LARGE,
  no_tools: NO_TOOLS,
  no_route: NO_ROUTE,
  no_model: NO_MODEL,
  not_found: NOT_FOUND,
  overloaded: OVERLOADED,
} as const;

/** What an error's words can mean. */
export type Meaning = keyof typeof MEANINGS;

/** The first of `meanings` that the words have. */
export function meaningOf<M extends Meaning>(said: string, meanings: readonly M[]): M | undefined {
  return meanings.find((meaning) => MEANINGS[meaning].test(said));
}

/** Members that hold the server's own words. Others, such as `input`, repeat the request, and with it the person's. */
const OWN_WORDS = [
  "error",
  "errors",
  "message",
  "msg",
  "loc",
  "param",
  "detail",
  "details",
  "type",
  "code",
  "status",
  "reason",
  "error_description",
  // OpenRouter's are about the server behind it.
  "metadata",
  "raw",
];

/** Deeper than any server puts its words. */
const MAX_DEPTH = 6;

/** More than any server has to say. Some patterns take the square of the length where they are not found. */
const MAX_WORDS_LENGTH = 8_000;

/** What the JSON of an error says, in lower case, a line for each text in it. Empty where it has none. */
export function wordsOf(error: unknown): string {
  return words(textsIn(error, MAX_DEPTH).join("\n"));
}

/** What a refused request is told: the words of its JSON, else the text as it stands, in lower case. */
export function refusalWords(body: string): string {
  return wordsOf(parseLenient(body)) || words(body);
}

function words(text: string): string {
  return text.slice(0, MAX_WORDS_LENGTH).toLowerCase();
}

function textsIn(value: unknown, depth: number): string[] {
  const text = textOf(value);
  if (text !== undefined) return [text];
  if (depth === 0 || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return listOf(value).flatMap((item) => textsIn(item, depth - 1));
  return OWN_WORDS.flatMap((key) => textsIn(member(value, key), depth - 1));
}

/** What the words of an error inside a stream mean, where its type or code says nothing: what Orbit can act on. */
export function streamErrorByWords(error: unknown): ProviderErrorDetail | undefined {
  const said = wordsOf(error);
  switch (meaningOf(said, ["billing", "too_long", "overloaded"])) {
    case "billing":
      return { type: "billing" };
    case "too_long":
      return { type: "context_too_long" };
    case "overloaded":
      return { type: "overloaded" };
    case undefined:
      // LM Studio says there that a model cannot see.
      return imagesRefused(said);
  }
}
