import { ProviderError } from "../../agent/ports/provider-error";
import { isPassing } from "./network-error";
import { StatusError } from "./status-error";
import { TOOK_TOO_LONG } from "./watchdog";

/** The waits before the second and the third attempt, where the server names none. */
const WAITS_MS = [1_000, 3_000];
const MAX_WAIT_MS = 20_000;

/** How long to wait before the next attempt, after so many `retries`; undefined where another would not help. */
export function retryWait(error: unknown, retries: number): number | undefined {
  const wait = WAITS_MS[retries];
  if (wait === undefined || !(error instanceof ProviderError) || !isTransient(error, retries)) return undefined;
  return Math.min(waitAskedBy(error) ?? wait, MAX_WAIT_MS);
}

function isTransient({ detail, cause }: ProviderError, retries: number): boolean {
  switch (detail.type) {
    case "network":
      return isPassing(detail.failure) && cause !== TOOK_TOO_LONG;
    case "gateway":
      return detail.status >= 502 && detail.status !== 511;
    case "proxy_unreachable":
    case "rate_limited":
    case "overloaded":
    case "server":
      return true;
    case "incomplete_response":
      // A server that cannot do better does the same again; one time may have been an accident.
      return retries === 0;
    default:
      return false;
  }
}

function waitAskedBy(error: ProviderError): number | undefined {
  if (error instanceof StatusError) return error.retryAfterMs;
  return error.detail.type === "rate_limited" ? error.detail.retryAfterMs : undefined;
}
