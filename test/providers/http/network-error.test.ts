import { createServer } from "node:net";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import type { NetworkFailure } from "../../../src/agent/ports/provider-error";
import { isPassing, networkError } from "../../../src/providers/http/network-error";

const destination = { type: "server", address: "models.example.com" } as const;
const failed = (cause: unknown) => networkError(new TypeError("fetch failed", { cause }), destination).detail;
const withCode = (code: string) => Object.assign(new Error("it failed"), { code });

describe("networkError", () => {
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
    ["CERT_HAS_EXPIRED", "insecure"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "insecure"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "insecure"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "insecure"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "insecure"],
    ["EPROTO", "insecure"],
    ["ESOMETHING", "other"],
  ])("%s is %s", (code, failure) => {
    expect(failed(withCode(code))).toEqual({ type: "network", failure, destination });
  });

  it("looks into every address of a host, and through layers of causes", () => {
    expect(failed(new AggregateError([withCode("ECONNREFUSED"), withCode("ENETUNREACH")]))).toMatchObject({
      failure: "cannot_connect",
    });
    expect(failed(new Error("outer", { cause: withCode("ECONNRESET") }))).toMatchObject({ failure: "connection_lost" });
  });

  it("takes anything thrown", () => {
    expect(failed(undefined)).toMatchObject({ failure: "other" });
    expect(networkError("broken", destination).detail).toMatchObject({ failure: "other" });
  });

  it("tells what passes by itself from what stays", () => {
    expect((["offline", "connection_lost", "timed_out", "cannot_connect"] as const).every(isPassing)).toBe(true);
    expect((["insecure", "other"] as const).some(isPassing)).toBe(false);
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

    expect(await failureAt(`https://127.0.0.1:${String(port)}`)).toMatchObject({ failure: "insecure" });
    server.close();
    await once(server, "close");
    expect(await failureAt(`http://127.0.0.1:${String(port)}`)).toMatchObject({ failure: "cannot_connect" });
    expect(await failureAt("http://127.0.0.1:9")).toMatchObject({ failure: "cannot_connect" });
  });
});
