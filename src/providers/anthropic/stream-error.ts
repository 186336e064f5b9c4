import { ProviderError, type ProviderErrorDetail } from "../../agent/ports/provider-error";
import { streamErrorByWords } from "../http/error-words";
import { member, textOf } from "../http/lenient";

/** The error that a stream carries after it began with a 200 (https://docs.claude.com/en/api/errors). */
export function streamError(error: unknown): ProviderError {
  const detail = detailOf(textOf(member(error, "type"))) ?? streamErrorByWords(error);
  return new ProviderError(detail ?? { type: "incomplete_response" }, { cause: error });
}

function detailOf(type: string | undefined): ProviderErrorDetail | undefined {
  switch (type) {
    case "overloaded_error":
      return { type: "overloaded" };
    case "rate_limit_error":
      return { type: "rate_limited" };
    case "api_error":
      return { type: "server", status: 500 };
    default:
      return undefined;
  }
}
