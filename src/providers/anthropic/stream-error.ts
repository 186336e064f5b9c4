import { ProviderError, type ProviderErrorDetail } from "../../agent/ports/provider-error";
import { member, textOf } from "../http/lenient";

/** The error that a stream carries after it began with a 200 (https://docs.claude.com/en/api/errors). */
export function streamError(error: unknown): ProviderError {
  return new ProviderError(detailOf(textOf(member(error, "type"))), { cause: error });
}

function detailOf(type: string | undefined): ProviderErrorDetail {
  switch (type) {
    case "overloaded_error":
      return { type: "overloaded" };
    case "rate_limit_error":
      return { type: "rate_limited" };
    case "api_error":
      return { type: "server", status: 500 };
    default:
      return { type: "incomplete_response" };
  }
}
