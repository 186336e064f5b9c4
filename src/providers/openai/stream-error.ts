import { ProviderError, type ProviderErrorDetail } from "../../agent/ports/provider-error";
import { waitInWords } from "../http/asked-wait";
import { streamErrorByWords } from "../http/error-words";
import { countOf, member, textOf } from "../http/lenient";

/** The error object that a stream carries after it began with a 200. Routers put an HTTP status into its `code`. */
export function streamError(error: unknown): ProviderError {
  const code = member(error, "code");
  const detail =
    detailOf(textOf(member(error, "type"))) ??
    detailOf(textOf(code)) ??
    detailOfStatus(countOf(code) ?? 0) ??
    streamErrorByWords(error);
  return new ProviderError(withWait(detail ?? { type: "incomplete_response" }, error), { cause: error });
}

function detailOf(name: string | undefined): ProviderErrorDetail | undefined {
  switch (name) {
    case "rate_limit_error":
    case "rate_limit_exceeded":
      return { type: "rate_limited" };
    case "overloaded_error":
    case "overloaded":
      return { type: "overloaded" };
    case "server_error":
    case "api_error":
    case "internal_error":
      return { type: "server", status: 500 };
    default:
      return undefined;
  }
}

function detailOfStatus(status: number): ProviderErrorDetail | undefined {
  if (status === 429) return { type: "rate_limited" };
  if (status === 529) return { type: "overloaded" };
  return status >= 500 && status < 600 ? { type: "server", status } : undefined;
}

/** Inside a stream no header says how long to wait. */
function withWait(detail: ProviderErrorDetail, error: unknown): ProviderErrorDetail {
  const retryAfterMs = waitInWords(textOf(member(error, "message")) ?? "");
  return detail.type === "rate_limited" && retryAfterMs !== undefined ? { ...detail, retryAfterMs } : detail;
}
