import { ProviderError, type ProviderErrorDetail } from "../../agent/ports/provider-error";
import { countOf, member, textOf } from "../http/lenient";

/** The error object that a stream carries after it began with a 200. Routers put an HTTP status into its `code`. */
export function streamError(error: unknown): ProviderError {
  const code = member(error, "code");
  const detail =
    detailOf(textOf(member(error, "type"))) ?? detailOf(textOf(code)) ?? detailOfStatus(countOf(code) ?? 0);
  return new ProviderError(detail, { cause: error });
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

function detailOfStatus(status: number): ProviderErrorDetail {
  if (status === 429) return { type: "rate_limited" };
  if (status === 529) return { type: "overloaded" };
  return status >= 500 && status < 600 ? { type: "server", status } : { type: "incomplete_response" };
}
