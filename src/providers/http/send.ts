import type { Destination } from "../../agent/ports/provider-error";
import { networkError } from "./network-error";
import type { Watchdog } from "./watchdog";

/** One request: with a body it posts that, which is JSON, else it gets. */
export type HttpRequest = { url: URL; headers: Record<string, string>; body?: string; destination: Destination };

/** Servers redirect to the same path with or without a slash; more than a few is a circle. */
const MAX_REDIRECTS = 3;

/**
 * Sends a request and gives the answer. A redirect is followed only within one origin: fetch would hand a custom header
 * with the key, and the conversation, to an address nobody typed. Settles as soon as the watchdog's signal fires, whatever
 * fetch does then.
 */
export async function send(
  request: HttpRequest,
  fetch: typeof globalThis.fetch,
  watchdog: Watchdog,
): Promise<Response> {
  try {
    watchdog.waiting();
    const { body } = request;
    let { url } = request;
    for (let redirects = 0; ; redirects++) {
      const sending = fetch(url, {
        ...(body !== undefined && { method: "POST", body }),
        headers: { ...(body !== undefined && { "content-type": "application/json" }), ...request.headers },
        redirect: "manual",
        signal: watchdog.signal,
      });
      const response = await unlessAborted(sending, watchdog.signal);
      const target = redirects < MAX_REDIRECTS ? targetOf(response, url) : undefined;
      if (target === undefined) return response;
      // Not waited for: that may hang, and nothing depends on it.
      response.body?.cancel().catch(() => undefined);
      url = target;
    }
  } catch (error) {
    watchdog.signal.throwIfAborted();
    throw networkError(error, request.destination);
  }
}

/** Where the same request may be sent instead; 303 asks for another, without a body. */
function targetOf({ status, headers }: Response, from: URL): URL | undefined {
  const location = headers.get("location");
  if (location === null || ![301, 302, 307, 308].includes(status)) return undefined;
  const target = URL.parse(location, from);
  return target?.origin === from.origin ? target : undefined;
}

async function unlessAborted(sending: Promise<Response>, signal: AbortSignal): Promise<Response> {
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    // It may have fired before, in the call of fetch at the latest: then nobody is told of it any more.
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  // An answer that comes too late is of no use, but its connection would stay open.
  sending.then((late) => (signal.aborted ? late.body?.cancel() : undefined)).catch(() => undefined);
  return Promise.race([sending, aborted]);
}
