import {
  ProviderError,
  type CertificateFault,
  type Destination,
  type NetworkFailure,
} from "../../agent/ports/provider-error";
import { noApiAt } from "./address";
import { listOf, member, textOf } from "./lenient";
import { isOnline, type ReadInterfaces } from "./online";
import { ProxyError } from "./proxy-error";

/**
 * What fetch's error codes mean: Node's system errors and undici's own
 * (https://undici.nodejs.org/#/docs/api/Errors). Certificate errors have dozens of codes, see INSECURE.
 */
const FAILURES: Record<string, NetworkFailure> = {
  ENETDOWN: "offline",
  ENETUNREACH: "offline",
  ECONNREFUSED: "cannot_connect",
  EHOSTDOWN: "cannot_connect",
  EHOSTUNREACH: "cannot_connect",
  EADDRNOTAVAIL: "cannot_connect",
  ENOTFOUND: "cannot_connect",
  EAI_AGAIN: "cannot_connect",
  EAI_FAIL: "cannot_connect",
  EAI_NODATA: "cannot_connect",
  EAI_NONAME: "cannot_connect",
  ETIMEDOUT: "timed_out",
  UND_ERR_CONNECT_TIMEOUT: "timed_out",
  UND_ERR_HEADERS_TIMEOUT: "timed_out",
  UND_ERR_BODY_TIMEOUT: "timed_out",
  ECONNRESET: "connection_lost",
  ECONNABORTED: "connection_lost",
  EPIPE: "connection_lost",
  UND_ERR_SOCKET: "connection_lost",
  UND_ERR_CLOSED: "connection_lost",
  UND_ERR_DESTROYED: "connection_lost",
  UND_ERR_ABORTED: "connection_lost",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "connection_lost",
  Z_BUF_ERROR: "connection_lost",
  Z_DATA_ERROR: "connection_lost",
};

/** A name that could not be looked up. */
const NOT_FOUND = ["ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "EAI_NODATA", "EAI_NONAME"];

const INSECURE = /CERT|^ERR_TLS|^ERR_SSL|^EPROTO$|^UNABLE_TO_|SIGNATURE|HOSTNAME_MISMATCH|^UND_ERR_PRX_TLS$/;

/** What Node says of a certificate (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const CERTIFICATE_FAULTS: Readonly<Record<string, CertificateFault>> = {
  UNABLE_TO_GET_ISSUER_CERT: "unknown_issuer",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "unknown_issuer",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "unknown_issuer",
  DEPTH_ZERO_SELF_SIGNED_CERT: "unknown_issuer",
  SELF_SIGNED_CERT_IN_CHAIN: "unknown_issuer",
  CERT_UNTRUSTED: "unknown_issuer",
  CERT_HAS_EXPIRED: "out_of_date",
  CERT_NOT_YET_VALID: "out_of_date",
  ERR_TLS_CERT_ALTNAME_INVALID: "other_name",
  HOSTNAME_MISMATCH: "other_name",
  // There is none: what answers does not speak TLS.
  ERR_SSL_WRONG_VERSION_NUMBER: "none",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "none",
};

/** The failures that pass by themselves often enough to try again. */
const PASSING: readonly NetworkFailure[] = ["offline", "connection_lost", "timed_out", "cannot_connect"];

/** A failure of fetch before it has a response, as a typed error. `interfaces` is for tests. */
export function networkError(error: unknown, destination: Destination, interfaces?: ReadInterfaces): ProviderError {
  const codes = codesOf(error);
  // A Mac without a network finds no name: that is no reason to check the address.
  const isOffline = codes.some((code) => NOT_FOUND.includes(code)) && !isOnline(interfaces);
  const failure = isOffline ? "offline" : failureOf(error);
  const atProxy = causes(error).find((cause) => cause instanceof ProxyError);
  if (atProxy !== undefined && failure !== "offline") return proxyError(atProxy, destination);
  // Whatever listens there, it does not speak HTTP as an API does.
  if (codes.some((code) => code.startsWith("HPE_") || code === "UND_ERR_HEADERS_OVERFLOW")) {
    return new ProviderError(noApiAt(destination), { cause: error });
  }
  // fetch gives no answer with the status 407, but an error that says nothing at all; no other is like that.
  if (codes.length === 0 && causes(error).some((cause) => member(cause, "message") === "")) {
    return new ProviderError({ type: "gateway", status: 407, destination }, { cause: error });
  }
  // In TLS 1.3 a server may refuse a client when the request is on its way already.
  const isLate = codes.some((code) => code.includes("TLSV13_ALERT"));
  const certificate = codes.map((code) => CERTIFICATE_FAULTS[code]).find((fault) => fault !== undefined);
  return new ProviderError(
    { type: "network", failure, destination, ...(failure === "insecure" && certificate && { certificate }) },
    { cause: error, ...(isLate && { mayHaveArrived: true }) },
  );
}

/** The request was still here: a proxy is told no more than the name of the server before it has made the tunnel. */
function proxyError(error: ProxyError, destination: Destination): ProviderError {
  const { failure } = error;
  switch (failure.type) {
    case "unreachable":
      return new ProviderError({ type: "proxy_unreachable", address: failure.address }, { cause: error });
    case "invalid":
      return new ProviderError({ type: "invalid_proxy", variable: failure.variable }, { cause: error });
    case "refused":
      return new ProviderError(
        { type: "gateway", status: failure.status, destination, proxy: failure.address },
        { cause: error, mayHaveArrived: false },
      );
  }
}

/** A failure of reading a response: there was a connection, and whatever the code says, it broke. */
export function brokenBody(error: unknown, destination: Destination): ProviderError {
  const failure = failureOf(error) === "timed_out" ? "timed_out" : "connection_lost";
  return new ProviderError({ type: "network", failure, destination }, { cause: error });
}

/** True for a failure of the network, as against what a server answered. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof ProviderError && error.detail.type === "network";
}

/** True where the same request may well get through a moment later. */
export function isPassing(failure: NetworkFailure): boolean {
  return PASSING.includes(failure);
}

function failureOf(error: unknown): NetworkFailure {
  for (const cause of causes(error)) {
    const code = textOf(member(cause, "code"));
    const known = code === undefined ? undefined : FAILURES[code];
    // A network that goes away under a connection gives the codes of one that never came about.
    const wasConnected = ["read", "write"].includes(textOf(member(cause, "syscall")) ?? "");
    if (known !== undefined) return wasConnected && known !== "timed_out" ? "connection_lost" : known;
    if (code !== undefined && INSECURE.test(code)) return "insecure";
    // fetch reaches no port that the Fetch standard reserves for other protocols, and gives no code for that.
    if (member(cause, "message") === "bad port") return "cannot_connect";
  }
  return "other";
}

function codesOf(error: unknown): string[] {
  return causes(error).flatMap((cause) => textOf(member(cause, "code")) ?? []);
}

/** An error, then what caused it: fetch says only "fetch failed", and a host with several addresses fails once for each. */
function causes(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let cause = error; cause instanceof Error && chain.length < 10; cause = cause.cause) {
    chain.push(cause, ...listOf(member(cause, "errors")));
  }
  return chain;
}
