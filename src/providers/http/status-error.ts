import { ProviderError, type Destination, type ProviderErrorDetail } from "../../agent/ports/provider-error";
import { listOf, member, parseLenient, textOf } from "./lenient";

/** What a server answered instead of a turn. `body` is the start of its text, `hasKey` tells whether a key was sent. */
export type Refusal = {
  status: number;
  headers: Headers;
  body: string;
  model: string;
  destination: Destination;
  hasKey: boolean;
};

/** An HTTP status as an error, with the wait that the server asked for in milliseconds. */
export class StatusError extends ProviderError {
  readonly retryAfterMs: number | undefined;

  constructor(refusal: Refusal, now: number) {
    const retryAfterMs = retryAfter(refusal.headers, now);
    super(detailOf(refusal, retryAfterMs), { cause: refusal.body });
    this.retryAfterMs = retryAfterMs;
  }
}

// What servers say, in lower case. Codes come from the Anthropic and OpenAI references, sentences from Ollama, LM Studio,
// llama.cpp, vLLM, OpenRouter, xAI, DeepSeek and Gemini.
const BILLING = /credit balance is too low|insufficient[_ ](?:quota|balance|credits?|funds)|billing_|payment required/;
const TOO_LONG =
  /(?:prompt|input) is too long|context[_ ](?:length|window|limit|size)|maximum (?:context|prompt length)|too many tokens|exceeds the maximum number of tokens/;
const NO_TOOLS =
  /(?:does not|doesn't) support (?:tools|tool use|tool calling|function calling)|(?:tools|tool use|tool calling|function calling) (?:is|are) not supported|support tool use/;
const NO_MODEL = /model_not_found|model\b.*(?:not found|does not exist|not exist)/s;
const NO_ROUTE = /^not found\.?$|invalid url|cannot (?:post|get) \/|unexpected endpoint/;

function detailOf(refusal: Refusal, retryAfterMs: number | undefined): ProviderErrorDetail {
  const { status, model, destination, hasKey } = refusal;
  const said = readBody(refusal.body);
  switch (status) {
    case 400:
    case 422:
      return badRequest(said, model, destination);
    case 401:
      return { type: hasKey ? "invalid_api_key" : "missing_api_key", destination };
    case 402:
      return { type: "billing" };
    case 403:
      return { type: "permission_denied", model };
    case 404:
      if (said === undefined || NO_ROUTE.test(said)) return { type: "invalid_base_url" };
      return NO_TOOLS.test(said)
        ? { type: "tools_not_supported", model }
        : { type: "model_not_found", model, destination };
    case 408:
      return { type: "network", failure: "timed_out", destination };
    case 413:
      return { type: "request_too_large" };
  }
  if ((status === 429 || status >= 500) && BILLING.test(said ?? "")) return { type: "billing" };
  if (status === 429) return { type: "rate_limited", ...(retryAfterMs !== undefined && { retryAfterMs }) };
  if (status === 529) return { type: "overloaded" };
  if (status >= 500) return { type: "server", status };
  // A redirect is not followed: fetch would hand the key and the conversation to an address nobody typed.
  return { type: status < 400 ? "invalid_base_url" : "invalid_request" };
}

function badRequest(said = "", model: string, destination: Destination): ProviderErrorDetail {
  if (BILLING.test(said)) return { type: "billing" };
  if (TOO_LONG.test(said)) return { type: "context_too_long" };
  if (NO_TOOLS.test(said)) return { type: "tools_not_supported", model };
  if (NO_MODEL.test(said)) return { type: "model_not_found", model, destination };
  return { type: "invalid_request" };
}

/** What an error body says, in lower case: message, type and code. Undefined where no API answered (HTML, plain text). */
function readBody(body: string): string | undefined {
  const parsed = parseLenient(body);
  if (typeof parsed !== "object" || parsed === null) return undefined;
  // Gemini wraps its error in an array.
  const answer = listOf(parsed)[0] ?? parsed;
  const error = member(answer, "error") ?? answer;
  const parts = [
    error,
    member(error, "message"),
    member(error, "detail"),
    member(error, "type"),
    member(error, "code"),
  ];
  const said = parts.map(textOf).filter((part) => part !== undefined);
  return (said.length > 0 ? said.join(" ") : body).toLowerCase();
}

/** The wait that a server asks for in milliseconds: `retry-after-ms`, or `retry-after` in seconds or as a date. */
function retryAfter(headers: Headers, now: number): number | undefined {
  const exact = Number(textOf(headers.get("retry-after-ms")) ?? Number.NaN);
  if (exact >= 0) return exact;
  const written = headers.get("retry-after");
  if (written === null || written.trim() === "") return undefined;
  const seconds = Number(written);
  const wait = Number.isNaN(seconds) ? Date.parse(written) - now : seconds * 1000;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
