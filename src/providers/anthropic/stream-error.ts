import { ProviderError, type ProviderErrorDetail } from "../../agent/ports/provider-error";
import { streamErrorByWords } from "../http/error-words";
import { member, textOf } from "../http/lenient";

/** The error that a stream of `model` carries after it began with a 200 (https://docs.claude.com/en/api/errors). */
export function streamError(error: unknown, model: string): ProviderError {
  const detail = detailOf(textOf(member(error, "type")), model) ?? streamErrorByWords(error);
  return new ProviderError(detail ?? { type: "incomplete_response" }, { cause: error });
}

/** What the same error is as a status. */
function detailOf(type: string | undefined, model: string): ProviderErrorDetail | undefined {
  switch (type) {
    case "overloaded_error":
      return { type: "overloaded" };
    case "rate_limit_error":
      return { type: "rate_limited" };
    case "api_error":
      return { type: "server", status: 500 };
    case "timeout_error":
      return { type: "server", status: 504 };
    case "billing_error":
      return { type: "billing" };
    case "permission_error":
      return { type: "permission_denied", model };
    case "request_too_large":
      return { type: "request_too_large" };
    default:
      return undefined;
  }
}
