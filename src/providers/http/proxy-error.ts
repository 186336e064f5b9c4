/** What can be wrong with the proxy itself. `address` is its host and port. */
export type ProxyFailure =
  | { type: "unreachable"; address: string }
  /** It answered the wish for a tunnel with another status than 200. */
  | { type: "refused"; address: string; status: number }
  /** What `variable` of the environment says is no address of a proxy. */
  | { type: "invalid"; variable: string };

/** A request failed at the proxy, before anything of it was sent. Nothing in here has the proxy's password in it. */
export class ProxyError extends Error {
  override readonly name = "ProxyError";
  readonly failure: ProxyFailure;

  constructor(failure: ProxyFailure, options?: { cause?: unknown }) {
    super(`proxy error: ${failure.type}`, options);
    this.failure = failure;
  }
}
