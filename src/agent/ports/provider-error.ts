import type { ProviderId } from "../history/messages";

/** Where a request was to go. It decides the words of an error: a server on this Mac can be started, another cannot. */
export type Destination =
  { type: "anthropic_api" } | { type: "this_mac"; address: string } | { type: "server"; address: string };

/** What kept the network from answering. */
export type NetworkFailure = "offline" | "connection_lost" | "timed_out" | "cannot_connect" | "insecure" | "other";

/** What is wrong with a certificate that is not accepted, where the network says it. */
export type CertificateFault = "unknown_issuer" | "out_of_date" | "other_name" | "none";

/** A provider that cannot answer, and why: its preferences lack something, it gave no sign in time, or it failed. */
export type TriedProvider = {
  provider: ProviderId;
  why: { type: "not_set_up" } | { type: "no_sign" } | ProviderErrorDetail;
};

/** What went wrong, as data. `model` is the one asked for; times are milliseconds. */
export type ProviderErrorDetail =
  /** Nobody can answer; `tried` is everyone that might have, in the order of preference. */
  | { type: "no_provider"; tried: TriedProvider[] }
  | { type: "not_supported_yet"; provider: "claude-code" }
  /** The settings do not make the model any more that answers in this chat; `recipient` names who it was. */
  | { type: "provider_gone"; recipient: string }
  | { type: "missing_api_key"; destination: Destination }
  | { type: "invalid_api_key"; destination: Destination }
  | { type: "permission_denied"; model: string }
  /** The subscription does not include the model. */
  | { type: "not_in_subscription"; model: string }
  | { type: "billing" }
  /** None is named, and none can be picked; `mayHave` where the server lists several and does not tell what they can. */
  | { type: "no_model"; mayHave?: true }
  | { type: "model_not_found"; model: string; destination: Destination }
  | { type: "tools_not_supported"; model: string }
  | { type: "rate_limited"; retryAfterMs?: number }
  /** A subscription is used up; `resetsAt` is milliseconds since 1970. */
  | { type: "usage_limit"; resetsAt?: number }
  | { type: "overloaded" }
  | { type: "server"; status: number }
  /** Something between Orbit and the server answered in its place: a proxy, a firewall, a hotel's sign-in page. `proxy` is its host and port, where they are known. */
  | { type: "gateway"; status: number; destination: Destination; proxy?: string }
  /** The proxy that the environment names, by host and port, does not answer as one. */
  | { type: "proxy_unreachable"; address: string }
  /** What a variable of the environment says is no proxy's address. */
  | { type: "invalid_proxy"; variable: string }
  | { type: "request_too_large" }
  | { type: "context_too_long" }
  /**
   * The server takes none of the images (`cannotSee`), or not these. `place` is that of the one it named in the request,
   * `atMost` how many it takes.
   */
  | {
      type: "images_refused";
      cannotSee: boolean;
      place?: { message: number; block: number };
      atMost?: number;
    }
  | { type: "invalid_request" }
  /** Nothing answers there as a model does. `address` is absent where what was typed is no address. */
  | { type: "invalid_base_url"; address?: string }
  /** A server that is not near may only be spoken to encrypted. */
  | { type: "unencrypted_address"; address: string }
  /** The Claude Code program, which answers for a subscription, is not there, is signed out, too old, or ended. */
  | { type: "claude_code"; failure: "not_installed" | "not_signed_in" | "outdated" | "ended" }
  | { type: "network"; failure: NetworkFailure; destination: Destination; certificate?: CertificateFault }
  /** The stream ended early, was not what the wire format says, or carried an error of its own. */
  | { type: "incomplete_response" };

/**
 * Why a turn could not be had. `detail` is for code and words; `cause` holds what the network or the server said, which
 * may echo the person's content: it is never shown and never logged.
 */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly detail: ProviderErrorDetail;
  /** False only where nothing of the request can have left this Mac, in none of its attempts. */
  readonly mayHaveArrived: boolean;

  constructor(detail: ProviderErrorDetail, options?: { cause?: unknown; mayHaveArrived?: boolean }) {
    super(`provider error: ${detail.type}`, options);
    this.detail = detail;
    this.mayHaveArrived = options?.mayHaveArrived ?? !failsBeforeSending(detail);
  }
}

/** The settings lacked something, or no connection came about. A wrong address is often somebody's, too. */
function failsBeforeSending(detail: ProviderErrorDetail): boolean {
  switch (detail.type) {
    case "no_model":
    case "unencrypted_address":
    case "proxy_unreachable":
    case "invalid_proxy":
      return true;
    case "missing_api_key":
      // Orbit looks for this key itself; of another server only the server knows whether it wants one.
      return detail.destination.type === "anthropic_api";
    case "claude_code":
      return detail.failure !== "ended";
    case "network":
      return ["offline", "cannot_connect", "insecure"].includes(detail.failure);
    default:
      return false;
  }
}
