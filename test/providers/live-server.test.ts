import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { createAnthropicProvider } from "../../src/providers/anthropic/anthropic-provider";
import { createOpenAIProvider } from "../../src/providers/openai/openai-provider";
import { ask, errorDetail, instantClock, QUESTION, shownText, sse, turnOf } from "./harness";

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A server on this machine; its address, and how many connections clients have closed. */
async function serve(handler: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handler).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const closed = new Promise<void>((resolve) => {
    server.on("request", (_request, response) => response.on("close", resolve));
  });
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return { baseUrl: `http://127.0.0.1:${String(port)}/v1`, port, closed };
}

const text = (content: string) => ({ choices: [{ delta: { content } }] });
const streamHead = { "content-type": "text/event-stream" };
const openAI = (baseUrl: string) =>
  createOpenAIProvider({ model: "small-model", baseUrl, clock: instantClock().clock });

describe("P1 P4 over the real network", () => {
  it("sends the request and decodes an answer that trickles in byte by byte", async () => {
    const received: { url: string | undefined; length: string | undefined; body: unknown }[] = [];
    const { baseUrl } = await serve((request, response) => {
      void request.toArray().then((parts) => {
        const body: unknown = JSON.parse(Buffer.concat(parts as Buffer[]).toString());
        received.push({ url: request.url, length: request.headers["content-length"], body });
        response.writeHead(200, streamHead);
        for (const byte of Buffer.from(sse(text("Grüße 🌍"), { choices: [{ finish_reason: "stop" }] }, "[DONE]"))) {
          response.write(Buffer.from([byte]));
        }
        response.end();
      });
    });
    const outcome = await ask(openAI(baseUrl));
    expect(shownText(outcome)).toBe("Grüße 🌍");
    expect(received).toMatchObject([{ url: "/v1/chat/completions", body: { model: "small-model", stream: true } }]);
    expect(received[0]?.length).toMatch(/^\d+$/);
  });

  it("speaks the Messages format with a compatible server", async () => {
    const { baseUrl } = await serve((_request, response) => {
      response.writeHead(200, streamHead);
      response.end(
        sse(
          { type: "message_start", message: { id: "msg_1", model: "answering-model" } },
          { type: "content_block_start", index: 0, content_block: { type: "text", text: "Hello" } },
          { type: "message_delta", delta: { stop_reason: "end_turn" } },
          { type: "message_stop" },
        ),
      );
    });
    const turn = turnOf(await ask(createAnthropicProvider({ model: "m", baseUrl })));
    expect(turn).toEqual({
      content: [{ type: "text", text: "Hello" }],
      stopReason: { type: "end_turn" },
      model: "answering-model",
    });
  });

  it("leaves a connection that stays open after [DONE]", async () => {
    const { baseUrl, closed } = await serve((_request, response) => {
      response.writeHead(200, streamHead);
      response.write(sse(text("Hello"), "[DONE]"));
    });
    expect(shownText(await ask(openAI(baseUrl)))).toBe("Hello");
    await closed;
  });

  it.each(["before the response head", "in the middle of the body"])(
    "stops %s of a server that hangs",
    async (where) => {
      const reason = new Error("stopped by the person");
      const controller = new AbortController();
      const { baseUrl, closed } = await serve((_request, response) => {
        if (where === "in the middle of the body") {
          response.writeHead(200, streamHead);
          response.write(sse(text("Hel")));
        } else setImmediate(() => controller.abort(reason));
      });
      const stream = openAI(baseUrl).stream(QUESTION, controller.signal);
      if (where === "in the middle of the body") {
        expect(await stream.next()).toMatchObject({ value: { text: "Hel" } });
        setImmediate(() => controller.abort(reason));
      }
      const started = performance.now();
      await expect(stream.next()).rejects.toBe(reason);
      expect(performance.now() - started).toBeLessThan(500);
      await closed;
    },
  );

  it("ends a transfer that hangs when its reader returns", async () => {
    const { baseUrl, closed } = await serve((_request, response) => {
      response.writeHead(200, streamHead);
      response.write(sse(text("Hel")));
    });
    const stream = openAI(baseUrl).stream(QUESTION, new AbortController().signal);
    await stream.next();
    const hanging = stream.next().catch((error: unknown) => error);
    expect(await stream.return()).toEqual({ done: true, value: undefined });
    expect(await hanging).toMatchObject({ name: "AbortError" });
    await closed;
  });

  it("says that the connection was lost where the server cuts it", async () => {
    const { baseUrl, port } = await serve((_request, response) => {
      response.writeHead(200, streamHead);
      response.write(sse(text("Hel")), () => setImmediate(() => response.destroy()));
    });
    const outcome = await ask(openAI(baseUrl));
    expect(shownText(outcome)).toBe("Hel");
    expect(errorDetail(outcome)).toEqual({
      type: "network",
      failure: "connection_lost",
      destination: { type: "this_mac", address: `127.0.0.1:${String(port)}` },
    });
  });

  it("tries a server that cuts the first connections again", async () => {
    let requests = 0;
    const { baseUrl } = await serve((_request, response) => {
      requests += 1;
      if (requests < 3) response.destroy();
      else response.writeHead(200, streamHead).end(sse(text("Hello"), "[DONE]"));
    });
    expect(shownText(await ask(openAI(baseUrl)))).toBe("Hello");
    expect(requests).toBe(3);
  });

  it("says where nothing listens", async () => {
    const { baseUrl } = await serve((_request, response) => response.end());
    for (const close of closers.splice(0)) await close();
    expect(errorDetail(await ask(openAI(baseUrl)))).toMatchObject({ type: "network", failure: "cannot_connect" });
  });

  it("does not follow a redirect with the key", async () => {
    let strangers = 0;
    const stranger = await serve((_request, response) => {
      strangers += 1;
      response.end();
    });
    const { baseUrl, port } = await serve((_request, response) =>
      response.writeHead(307, { location: stranger.baseUrl }).end(),
    );
    expect(errorDetail(await ask(openAI(baseUrl)))).toEqual({
      type: "invalid_base_url",
      address: `127.0.0.1:${String(port)}`,
    });
    expect(strangers).toBe(0);
  });
});
