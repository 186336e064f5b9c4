import { ProviderError, type Destination, type ProviderErrorDetail } from "../../agent/ports/provider-error";
import { noApiAt } from "./address";
import { askedWait } from "./asked-wait";
import { meaningOf, refusalWords, wordsOf } from "./error-words";
import { imagesRefused } from "./image-words";
import { parseLenient } from "./lenient";
import { isNear } from "./near-hosts";

/** What a server answered instead of a turn. `body` is the start of its text, `hasKey` tells whether a key was sent. */
export type Refusal = {
  status: number;
  headers: Headers;
  body: string;
  model: string;
  destination: Destination;
  hasKey: boolean;
  /** Images were sent. */
  hasImages?: boolean;
};

/** An HTTP status as an error, with the wait that the server asked for in milliseconds. */
export class StatusError extends ProviderError {
  readonly status: number;
  /** The start of the answer's text, as it came. */
  readonly said: string;
  readonly retryAfterMs: number | undefined;

  constructor(refusal: Refusal, now: number) {
    const retryAfterMs = askedWait(refusal.headers, refusal.body, now);
    super(detailOf(refusal, retryAfterMs), { cause: refusal.body, mayHaveArrived: true });
    this.status = refusal.status;
    this.said = refusal.body;
    this.retryAfterMs = retryAfterMs;
  }

  /** The server has nothing at this path, which another path may mend. */
  get isRouteMissing(): boolean {
    return [404, 405].includes(this.status) && this.detail.type === "invalid_base_url";
  }
}

function detailOf(refusal: Refusal, retryAfterMs: number | undefined): ProviderErrorDetail {
  const said = readError(refusal.body);
  const { status, model, destination, hasKey } = refusal;
  if (isFromGateway(refusal, said)) return { type: "gateway", status, destination };
  const images = aboutImages(refusal);
  if (images !== undefined) return images;
  switch (status) {
    case 400:
    case 422:
      return badRequest(refusal, said ?? "");
    case 401:
      return { type: hasKey ? "invalid_api_key" : "missing_api_key", destination };
    case 402:
      return { type: "billing" };
    case 403:
      return forbidden(refusal, said ?? "");
    case 404:
      return notFound(refusal, said ?? "");
    case 405:
      return noApiAt(destination);
    case 408:
      return { type: "network", failure: "timed_out", destination };
    case 413:
      // Groq's limits of tokens a minute too: only a smaller request gets through.
      return { type: "request_too_large" };
    case 429:
      return tooMany(said ?? "", retryAfterMs);
    case 529:
      return meaningOf(said ?? "", ["billing"]) === undefined ? { type: "overloaded" } : { type: "billing" };
  }
  if (status >= 500) return serverFailed(status, said ?? "", model);
  return status < 400 ? redirected(refusal) : { type: "invalid_request" };
}

/**
 * True where the answer is not the server's: it has the form of a page where an API answers with JSON, or a status that
 * only proxies (407, 511) and Cloudflare (520 to 530, and not 529) have.
 */
function isFromGateway({ status, body }: Refusal, said: string | undefined): boolean {
  if (said !== undefined) return false;
  if (status === 407 || status === 511 || (status >= 520 && status <= 530 && status !== 529)) return true;
  return [401, 403, 502, 503, 504].includes(status) && /^\s*</.test(body);
}

/** OpenRouter says with a 404 that a model cannot see, llama.cpp and Ollama with a 500. */
const IMAGE_STATUSES = [400, 404, 413, 415, 422, 500, 501];

/** Images make a request large, so that is the first to be said of one that is too large. */
function aboutImages({ status, body, hasImages }: Refusal): ProviderErrorDetail | undefined {
  if (hasImages !== true || !IMAGE_STATUSES.includes(status)) return undefined;
  const refused = imagesRefused(refusalWords(body));
  return status === 413 ? (refused ?? { type: "images_refused", cannotSee: false }) : refused;
}

function badRequest({ body, model, destination, hasKey }: Refusal, said: string): ProviderErrorDetail {
  // nginx, Go and Apache say so in a page or plain text.
  const wantsHttps = /plain http (?:request was sent )?to|http request to an https server/i.test(body);
  if (wantsHttps && "address" in destination) return { type: "unencrypted_address", address: destination.address };
  switch (meaningOf(said, ["billing", "bad_key", "too_long", "no_tools", "no_model"])) {
    case "billing":
      return { type: "billing" };
    case "bad_key":
      return { type: hasKey ? "invalid_api_key" : "missing_api_key", destination };
    case "too_long":
      return { type: "context_too_long" };
    case "no_tools":
      return { type: "tools_not_supported", model };
    case "no_model":
      return { type: "model_not_found", model, destination };
    case undefined:
      return { type: "invalid_request" };
  }
}

function forbidden({ model, destination, hasKey }: Refusal, said: string): ProviderErrorDetail {
  if (!hasKey) return { type: "missing_api_key", destination };
  switch (meaningOf(said, ["billing", "bad_key"])) {
    case "billing":
      return { type: "billing" };
    case "bad_key":
      return { type: "invalid_api_key", destination };
    case undefined:
      return { type: "permission_denied", model };
  }
}

function notFound({ model, destination }: Refusal, said: string): ProviderErrorDetail {
  if (said === "") return noApiAt(destination);
  switch (meaningOf(said, ["no_tools", "no_route", "no_model", "not_found"])) {
    case "no_tools":
      return { type: "tools_not_supported", model };
    case "no_route":
    case "not_found":
      return noApiAt(destination);
    case "no_model":
    case undefined:
      return { type: "model_not_found", model, destination };
  }
}

function tooMany(said: string, retryAfterMs: number | undefined): ProviderErrorDetail {
  switch (meaningOf(said, ["billing", "too_large"])) {
    case "billing":
      return { type: "billing" };
    case "too_large":
      return { type: "request_too_large" };
    case undefined:
      return { type: "rate_limited", ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
}

/** Servers that people run themselves say 500 to what a public one calls a bad request. */
function serverFailed(status: number, said: string, model: string): ProviderErrorDetail {
  switch (meaningOf(said, ["billing", "too_long", "no_tools", "overloaded"])) {
    case "billing":
      return { type: "billing" };
    case "too_long":
      return { type: "context_too_long" };
    case "no_tools":
      return { type: "tools_not_supported", model };
    case "overloaded":
      return { type: "overloaded" };
    case undefined:
      return { type: "server", status };
  }
}

/**
 * Only what leads to another origin comes here: the key and the conversation would go where nobody sent them. One that was
 * near and not spoken to with https wants just that.
 */
function redirected({ headers, destination }: Refusal): ProviderErrorDetail {
  const target = URL.parse(headers.get("location") ?? "");
  if (target?.protocol !== "https:" || !("address" in destination)) return noApiAt(destination);
  const { address } = destination;
  const host = URL.parse(`http://${address}`)?.hostname ?? "";
  return target.hostname === host && isNear(host) ? { type: "unencrypted_address", address } : noApiAt(destination);
}

/** What an error body says; undefined where it is not the JSON of an API. */
function readError(body: string): string | undefined {
  const parsed = parseLenient(body);
  return typeof parsed === "object" && parsed !== null ? wordsOf(parsed) : undefined;
}
