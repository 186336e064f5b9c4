import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { sse } from "../harness";
import { CERTIFICATES, listenSecure, startProxy } from "./test-proxy";

const ANSWER = sse({ choices: [{ delta: { content: "Hello" }, finish_reason: "stop" }] }, "[DONE]");

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** What a process with these variables gets from a server that is asked directly, and from one behind a proxy. */
async function askInProcess(env: Record<string, string>) {
  const server = await listenSecure((_request, response) => response.writeHead(200).end(ANSWER));
  const proxy = await startProxy(server.port);
  closers.push(server.close, proxy.close);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      "--import",
      "tsx",
      join(CERTIFICATES, "ask.ts"),
      `https://localhost:${server.port}/v1`,
      "https://models.orbit.test/v1",
    ],
    { env: { PATH: process.env["PATH"], HTTPS_PROXY: `http://${proxy.address}`, ...env } },
  );
  return { said: stdout.trim().split("\n"), tunnels: proxy.tunnels.length };
}

describe("P8 certificates that the environment adds (NODE_EXTRA_CA_CERTS), in a process of its own", () => {
  it("are accepted from a server that is asked directly, and from one behind a proxy", async () => {
    const { said, tunnels } = await askInProcess({ NODE_EXTRA_CA_CERTS: join(CERTIFICATES, "test-ca.pem") });
    expect(said).toEqual(["Hello", "Hello"]);
    expect(tunnels).toBe(1);
  }, 30_000);

  it("are not without it, and the person reads what is wrong with them", async () => {
    const { said } = await askInProcess({});
    expect(said.map((line): unknown => JSON.parse(line))).toMatchObject([
      { type: "network", failure: "insecure", certificate: "unknown_issuer", destination: { type: "this_mac" } },
      {
        type: "network",
        failure: "insecure",
        certificate: "unknown_issuer",
        destination: { type: "server", address: "models.orbit.test" },
      },
    ]);
  }, 30_000);
});
