import { describe, expect, it } from "vitest";
import { createOpenAIProvider } from "../../../src/providers/openai/openai-provider";
import { ask, errorDetail, manualClock } from "../harness";
import { listen } from "../raw-server";

describe("P4 a stop settles at once, whatever hangs", () => {
  it.each(["http", "https"])("a server that takes the connection and says nothing: %s", async (scheme) => {
    const { port, closed, connected } = await listen();
    const controller = new AbortController();
    const baseUrl = `${scheme}://127.0.0.1:${String(port)}/v1`;
    const outcome = ask(createOpenAIProvider({ model: "m", baseUrl }), controller.signal);
    await connected;
    const reason = new Error("stopped by the person");
    const started = performance.now();
    controller.abort(reason);
    expect((await outcome).error).toBe(reason);
    expect(performance.now() - started).toBeLessThan(500);
    // fetch gives a handshake its own ten seconds, and only then lets go of the connection.
    if (scheme === "http") await closed;
  });
});

describe("P4 a server that sends its head a byte at a time, and never all of it", () => {
  it("is silent after 120 seconds: only a body is data", async () => {
    const written = Promise.withResolvers<undefined>();
    const { port, closed } = await listen((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nx", () => written.resolve(undefined));
    });
    const { clock, advance } = manualClock();
    const stop = new AbortController();
    const provider = createOpenAIProvider({ model: "m", baseUrl: `http://127.0.0.1:${String(port)}/v1`, clock });
    const stream = provider.stream({ systemPrompt: "", messages: [], tools: [] }, stop.signal);
    const first = stream.next();
    await written.promise;
    advance(119_999);
    advance(1);
    // The attempt is over; the turn waits to try again.
    await closed;
    stop.abort(new Error("enough"));
    await expect(first).rejects.toThrow("enough");
  });
});

describe("P5 a server that speaks something else", () => {
  it("is a wrong address", async () => {
    const { port } = await listen((socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"));
    const provider = createOpenAIProvider({ model: "m", baseUrl: `http://127.0.0.1:${String(port)}/v1` });
    expect(errorDetail(await ask(provider))).toEqual({
      type: "invalid_base_url",
      address: `127.0.0.1:${String(port)}`,
    });
  });
});
