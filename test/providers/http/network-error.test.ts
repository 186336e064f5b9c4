import { createServer } from "node:net";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import type { CertificateFault, NetworkFailure, ProviderErrorDetail } from "../../../src/agent/ports/provider-error";
import { brokenBody, isPassing, networkError } from "../../../src/providers/http/network-error";
import { ProxyError, type ProxyFailure } from "../../../src/providers/http/proxy-error";

const destination = { type: "server", address: "models.example.com" } as const;
const address = (value: string, internal = false) => {
  const family = value.includes(":") ? ({ family: "IPv6", scopeid: 0 } as const) : ({ family: "IPv4" } as const);
  return { address: value, netmask: "", mac: "", internal, cidr: null, ...family };
};
const loopback = [address("127.0.0.1", true), address("::1", true)];
const online = () => ({ lo0: loopback, en0: [address("192.168.1.7")] });
const failed = (cause: unknown) => networkError(new TypeError("fetch failed", { cause }), destination, online).detail;
const withCode = (code: string) => Object.assign(new Error("it failed"), { code });

describe("P5 what fetch fails with, by code", () => {
  it.each<[string, NetworkFailure]>([
    ["ENETUNREACH", "offline"],
    ["ECONNREFUSED", "cannot_connect"],
    ["ENOTFOUND", "cannot_connect"],
    ["EAI_AGAIN", "cannot_connect"],
    ["EHOSTUNREACH", "cannot_connect"],
    ["ETIMEDOUT", "timed_out"],
    ["UND_ERR_CONNECT_TIMEOUT", "timed_out"],
    ["UND_ERR_HEADERS_TIMEOUT", "timed_out"],
    ["UND_ERR_BODY_TIMEOUT", "timed_out"],
    ["ECONNRESET", "connection_lost"],
    ["EPIPE", "connection_lost"],
    ["UND_ERR_SOCKET", "connection_lost"],
    ["UND_ERR_ABORTED", "connection_lost"],
    ["Z_DATA_ERROR", "connection_lost"],
    ["CERT_HAS_EXPIRED", "insecure"],
    ["CERT_NOT_YET_VALID", "insecure"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "insecure"],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "insecure"],
    ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "insecure"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "insecure"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "insecure"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "insecure"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "insecure"],
    ["EPROTO", "insecure"],
    ["ESOMETHING", "other"],
  ])("%s is %s", (code, failure) => {
    expect(failed(withCode(code))).toMatchObject({ type: "network", failure, destination });
  });

  it("looks into every address of a host, and through layers of causes", () => {
    expect(failed(new AggregateError([withCode("ECONNREFUSED"), withCode("ENETUNREACH")]))).toMatchObject({
      failure: "cannot_connect",
    });
    expect(failed(new Error("outer", { cause: withCode("ECONNRESET") }))).toMatchObject({ failure: "connection_lost" });
  });

  it.each(["HPE_INVALID_CONSTANT", "UND_ERR_HEADERS_OVERFLOW"])(
    "says that the address is wrong where something listens that speaks no HTTP as an API does: %s",
    (code) => {
      expect(failed(withCode(code))).toEqual({ type: "invalid_base_url", address: "models.example.com" });
    },
  );

  it.each<[string, NetworkFailure]>([
    ["ENETDOWN", "offline"],
    ["EHOSTDOWN", "cannot_connect"],
    ["EADDRNOTAVAIL", "cannot_connect"],
    ["EAI_FAIL", "cannot_connect"],
    ["EAI_NODATA", "cannot_connect"],
    ["EAI_NONAME", "cannot_connect"],
    ["ECONNABORTED", "connection_lost"],
    ["UND_ERR_CLOSED", "connection_lost"],
    ["UND_ERR_DESTROYED", "connection_lost"],
    ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "connection_lost"],
    ["Z_BUF_ERROR", "connection_lost"],
    ["CERT_REVOKED", "insecure"],
    ["CERT_UNTRUSTED", "insecure"],
    ["SELF_SIGNED_CERT", "insecure"],
    ["UNABLE_TO_GET_ISSUER_CERT", "insecure"],
    ["CERT_SIGNATURE_FAILURE", "insecure"],
    ["HOSTNAME_MISMATCH", "insecure"],
  ])("%s, seldom seen, is %s", (code, failure) => {
    expect(failed(withCode(code))).toMatchObject({ type: "network", failure, destination });
  });

  describe("a name that is not found", () => {
    it.each([
      ["no network", () => ({ lo0: loopback }), "offline"],
      [
        "only addresses that a Mac gives itself",
        () => ({
          lo0: loopback,
          en0: [address("169.254.7.7")],
          awdl0: [address("fe80::1")],
          utun0: [address("fe80::2")],
        }),
        "offline",
      ],
      ["no interfaces at all", () => ({}), "offline"],
      ["an IPv4 address", online, "cannot_connect"],
      ["an IPv6 address", () => ({ en0: [address("2001:db8::1")] }), "cannot_connect"],
      [
        "interfaces that the system does not tell",
        () => {
          throw new Error("ERR_SYSTEM_ERROR");
        },
        "cannot_connect",
      ],
    ] as const)("on a Mac with %s: %s", (_what, interfaces, failure) => {
      for (const code of ["ENOTFOUND", "EAI_AGAIN"]) {
        const error = networkError(new TypeError("fetch failed", { cause: withCode(code) }), destination, interfaces);
        expect([error.detail, error.mayHaveArrived]).toEqual([{ type: "network", failure, destination }, false]);
      }
    });

    it("a connection that is refused is never for want of a network", () => {
      expect(networkError(withCode("ECONNREFUSED"), destination, () => ({})).detail).toMatchObject({
        failure: "cannot_connect",
      });
    });
  });

  it.each([
    ["ECONNREFUSED", "connect", "cannot_connect", false],
    ["ENOTFOUND", "getaddrinfo", "cannot_connect", false],
    ["ENETUNREACH", "connect", "offline", false],
    ["ENETDOWN", "write", "connection_lost", true],
    ["EHOSTUNREACH", "read", "connection_lost", true],
    ["ETIMEDOUT", "read", "timed_out", true],
    ["CERT_HAS_EXPIRED", undefined, "insecure", false],
    // The server wants a certificate of the client, which it may say when it has the request already.
    ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", undefined, "insecure", true],
    ["ECONNRESET", "read", "connection_lost", true],
  ])("P4 tells a connection that never came about from one that broke: %s in %s", (code, syscall, failure, arrived) => {
    const error = networkError(Object.assign(withCode(code), { syscall }), destination, online);
    expect([error.detail, error.mayHaveArrived]).toMatchObject([{ type: "network", failure, destination }, arrived]);
  });

  it.each<[string, CertificateFault | undefined]>([
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "unknown_issuer"],
    ["UNABLE_TO_GET_ISSUER_CERT", "unknown_issuer"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "unknown_issuer"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "unknown_issuer"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "unknown_issuer"],
    ["CERT_UNTRUSTED", "unknown_issuer"],
    ["CERT_HAS_EXPIRED", "out_of_date"],
    ["CERT_NOT_YET_VALID", "out_of_date"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "other_name"],
    ["HOSTNAME_MISMATCH", "other_name"],
    ["ERR_SSL_PACKET_LENGTH_TOO_LONG", "none"],
    ["CERT_REVOKED", undefined],
    ["EPROTO", undefined],
  ])("P8 says what is wrong with the certificate: %s", (code, certificate) => {
    const detail = { type: "network", failure: "insecure", destination };
    expect(failed(withCode(code))).toEqual(certificate === undefined ? detail : { ...detail, certificate });
  });

  it.each<[ProxyFailure, ProviderErrorDetail]>([
    [
      { type: "unreachable", address: "proxy.example:3128" },
      { type: "proxy_unreachable", address: "proxy.example:3128" },
    ],
    [
      { type: "refused", address: "proxy.example:3128", status: 407 },
      { type: "gateway", status: 407, destination, proxy: "proxy.example:3128" },
    ],
    [
      { type: "invalid", variable: "HTTPS_PROXY" },
      { type: "invalid_proxy", variable: "HTTPS_PROXY" },
    ],
  ])("P8 names the proxy where it is the trouble, and nothing has left then: %j", (failure, detail) => {
    const error = networkError(new ProxyError(failure, { cause: withCode("ECONNREFUSED") }), destination);
    expect([error.detail, error.mayHaveArrived]).toEqual([detail, false]);
  });

  it.each([
    ["ENOTFOUND", { lo0: loopback }, { type: "network", failure: "offline" }],
    ["ENETUNREACH", online(), { type: "network", failure: "offline" }],
    ["ENOTFOUND", online(), { type: "proxy_unreachable" }],
  ])("P8 blames no proxy for a Mac without a network: %s", (code, interfaces, detail) => {
    const cause = new ProxyError({ type: "unreachable", address: "proxy.example:3128" }, { cause: withCode(code) });
    const error = networkError(cause, destination, () => interfaces);
    expect([error.detail, error.mayHaveArrived]).toMatchObject([detail, false]);
  });

  it.each([
    ["ENETDOWN", "connection_lost"],
    ["ENETUNREACH", "connection_lost"],
    ["EPROTO", "connection_lost"],
    ["CERT_HAS_EXPIRED", "connection_lost"],
    ["Z_DATA_ERROR", "connection_lost"],
    ["HPE_INVALID_CHUNK_SIZE", "connection_lost"],
    ["ESOMETHING", "connection_lost"],
    ["UND_ERR_BODY_TIMEOUT", "timed_out"],
  ])("P4 while an answer is read, %s is a connection that was there: %s", (code, failure) => {
    const error = brokenBody(withCode(code), destination);
    expect([error.detail, error.mayHaveArrived]).toEqual([{ type: "network", failure, destination }, true]);
  });

  it("takes anything thrown", () => {
    expect(failed(undefined)).toMatchObject({ failure: "other" });
    expect(networkError("broken", destination).detail).toMatchObject({ failure: "other" });
  });

  it("tells what passes by itself from what stays", () => {
    expect((["offline", "connection_lost", "timed_out", "cannot_connect"] as const).every(isPassing)).toBe(true);
    expect((["insecure", "other"] as const).some(isPassing)).toBe(false);
  });

  it("P5 knows a status 407, of which fetch makes no answer", async () => {
    const server = createServer((socket) => {
      socket.once("data", () => socket.end("HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n"));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const url = `http://127.0.0.1:${String(typeof address === "object" ? address?.port : undefined)}`;
    const error = await fetch(url).catch((reason: unknown) => reason);
    server.close();
    expect(networkError(error, destination).detail).toEqual({ type: "gateway", status: 407, destination });
  });

  it("knows what the real fetch says of a closed port, a port no fetch reaches, and a server that speaks no HTTPS", async () => {
    const server = createServer((socket) => {
      socket
        .on("error", () => undefined)
        .once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n").destroySoon());
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const failureAt = async (url: string) =>
      networkError(await fetch(url).catch((error: unknown) => error), destination).detail;

    expect(await failureAt(`https://127.0.0.1:${String(port)}`)).toMatchObject({
      failure: "insecure",
      certificate: "none",
    });
    server.close();
    await once(server, "close");
    expect(await failureAt(`http://127.0.0.1:${String(port)}`)).toMatchObject({ failure: "cannot_connect" });
    expect(await failureAt("http://127.0.0.1:9")).toMatchObject({ failure: "cannot_connect" });
  });
});
