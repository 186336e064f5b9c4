import { describe, expect, it } from "vitest";
import { ProviderError } from "../../../src/agent/ports/provider-error";
import { createOpenAIProvider, type OpenAIConfig } from "../../../src/providers/openai/openai-provider";
import { memoryMemory } from "../../agent/support/memory-memory";
import { ask, errorDetail, instantClock, manualClock, respond, scriptedFetch, shownText, sse } from "../harness";

const text = (content: string) => ({ choices: [{ delta: { content } }] });
const stop = { choices: [{ delta: {}, finish_reason: "stop" }] };
const answer = () => respond([sse(text("Hello"), stop, "[DONE]")]);
const status =
  (code: number, headers: Record<string, string> = {}, body = "") =>
  () =>
    respond([body], { status: code, headers });
const fails = (code: string) => () => {
  throw new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
};
const breaks = (code: string) => () =>
  new Response(
    new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(Object.assign(new Error(code), { code, syscall: "connect" })),
    }),
  );

function setUp(config: Partial<OpenAIConfig>, ...answers: (() => Response | Promise<Response>)[]) {
  const { fetch, sent } = scriptedFetch(...answers);
  const { clock, waits } = instantClock();
  const provider = createOpenAIProvider({
    model: "small-model",
    baseUrl: "https://models.example.com/v1",
    fetch,
    clock,
    ...config,
  });
  return { provider, sent, waits, urls: () => sent.map(({ url }) => url) };
}

async function arrival(...answers: (() => Response)[]): Promise<[string, boolean]> {
  const { error } = await ask(setUp({}, ...answers).provider);
  if (!(error instanceof ProviderError)) throw new Error("no ProviderError", { cause: error });
  const { detail } = error;
  return [detail.type === "network" ? detail.failure : detail.type, error.mayHaveArrived];
}

describe("P4 what is tried again", () => {
  it("an answer that broke off before anything was shown, once", async () => {
    const cut = () => respond([sse(text(""))]);
    const once = setUp({}, cut, answer);
    expect(shownText(await ask(once.provider))).toBe("Hello");
    expect(once.waits).toEqual([1_000]);
    const twice = setUp({}, cut, cut, answer);
    expect(errorDetail(await ask(twice.provider))).toEqual({ type: "incomplete_response" });
    expect(twice.sent).toHaveLength(2);
    const shown = setUp({}, () => respond([sse(text("Hel"))]), answer);
    expect(errorDetail(await ask(shown.provider))).toEqual({ type: "incomplete_response" });
    expect(shown.sent).toHaveLength(1);
  });

  it.each([502, 503, 504, 520, 521, 526])("a gateway that cannot reach the server: %i", async (code) => {
    const { provider, waits } = setUp({}, status(code, {}, "<html>"), answer);
    expect(shownText(await ask(provider))).toBe("Hello");
    expect(waits).toEqual([1_000]);
  });

  it.each([401, 403, 407, 511])("but not a gateway that refuses: %i", async (code) => {
    const { provider, sent } = setUp({}, status(code, {}, "<html>"), answer);
    expect(errorDetail(await ask(provider))).toMatchObject({ type: "gateway", status: code });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ["no network", "ENETUNREACH"],
    ["a lost connection", "ECONNRESET"],
    ["a connection that takes too long", "UND_ERR_CONNECT_TIMEOUT"],
    ["an answer that takes too long to begin", "UND_ERR_HEADERS_TIMEOUT"],
    ["a refused connection", "ECONNREFUSED"],
    ["a name that is not found", "ENOTFOUND"],
    ["a look-up that fails for now", "EAI_AGAIN"],
  ])("%s (%s), twice, after 1 s and 3 s", async (_what, code) => {
    const { provider, waits } = setUp({}, fails(code), fails(code), answer);
    expect(shownText(await ask(provider))).toBe("Hello");
    expect(waits).toEqual([1_000, 3_000]);
  });

  it.each([
    ["a certificate", "CERT_HAS_EXPIRED"],
    ["a server that speaks no HTTP", "HPE_INVALID_CONSTANT"],
    ["a head too large for HTTP", "UND_ERR_HEADERS_OVERFLOW"],
    ["something that nobody knows", "ESOMETHING"],
  ])("not %s (%s)", async (_what, code) => {
    const { provider, sent } = setUp({}, fails(code), answer);
    expect((await ask(provider)).error).toBeInstanceOf(ProviderError);
    expect(sent).toHaveLength(1);
  });

  it("not a response that took its 15 minutes: it would again", async () => {
    const { clock, advance } = manualClock();
    const bodies: ReadableStreamDefaultController<Uint8Array>[] = [];
    const { fetch, sent } = scriptedFetch(
      () => new Response(new ReadableStream<Uint8Array>({ start: (controller) => void bodies.push(controller) })),
    );
    const outcome = ask(setUp({ fetch, clock }).provider);
    for (let minute = 0; minute < 15; minute++) {
      await new Promise((resolve) => setImmediate(resolve));
      bodies[0]?.enqueue(new TextEncoder().encode(": ping\n\n"));
      await new Promise((resolve) => setImmediate(resolve));
      advance(60_000);
    }
    expect(errorDetail(await outcome)).toMatchObject({ type: "network", failure: "timed_out" });
    expect(sent).toHaveLength(1);
  });

  it("after the wait that an error inside the stream names", async () => {
    const error = { type: "rate_limit_exceeded", message: "Rate limit reached. Please try again in 7.66s." };
    const { provider, waits } = setUp({}, () => respond([sse({ error })]), answer);
    expect(shownText(await ask(provider))).toBe("Hello");
    expect(waits).toEqual([7_660]);
  });
});

describe("P4 a stop", () => {
  it("while it is remembered what the server takes settles as well, and ends the transfer", async () => {
    const controller = new AbortController();
    const reason = new Error("stopped by the person");
    let cancelled = false;
    const hanging = () => new Response(new ReadableStream({ cancel: () => void (cancelled = true) }));
    const refused = status(400, {}, JSON.stringify({ error: { message: "Unknown parameter: reasoning_effort" } }));
    const memory = {
      get: () => Promise.resolve(undefined),
      put: () => {
        controller.abort(reason);
        return Promise.resolve();
      },
    };
    const { provider } = setUp({ effort: "low", memory }, refused, hanging);
    expect((await ask(provider, controller.signal)).error).toBe(reason);
    expect(cancelled).toBe(true);
  });

  it("in the moment of the request settles as well", async () => {
    const controller = new AbortController();
    const reason = new Error("stopped by the person");
    const stopping = () => {
      controller.abort(reason);
      return new Promise<Response>(() => undefined);
    };
    expect((await ask(setUp({}, stopping).provider, controller.signal)).error).toBe(reason);
  });

  it("settles at once where fetch does not heed its signal, and lets go of an answer that comes too late", async () => {
    const late = Promise.withResolvers<Response>();
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({ cancel: () => void (cancelled = true) });
    const controller = new AbortController();
    const outcome = ask(setUp({}, () => late.promise).provider, controller.signal);
    await new Promise((resolve) => setImmediate(resolve));
    const reason = new Error("stopped by the person");
    controller.abort(reason);
    expect((await outcome).error).toBe(reason);
    late.resolve(new Response(body));
    await new Promise((resolve) => setImmediate(resolve));
    expect(cancelled).toBe(true);
  });
});

describe("P5 errors inside a stream, by their words", () => {
  it.each([
    [
      { type: "exceed_context_size_error", message: "the request exceeds the available context size" },
      "context_too_long",
    ],
    [{ message: "This model's maximum context length is 8192 tokens" }, "context_too_long"],
    [{ message: "The engine is currently overloaded" }, "overloaded"],
    ["prompt is too long", "context_too_long"],
    [{ message: "Your credit balance is too low" }, "billing"],
    [{ message: "something else" }, "incomplete_response"],
  ])("%j is %s", async (error, type) => {
    expect(errorDetail(await ask(setUp({}, () => respond([sse({ error })])).provider)).type).toBe(type);
  });
});

describe("P5 a base address without a path", () => {
  const noRoute = status(404, {}, "404 page not found");
  const paths = ["/v1/chat/completions", "/chat/completions"].map((path) => `http://localhost:8080${path}`);

  it("is asked below /v1, and without it where the server has no such route", async () => {
    const { provider, urls, waits } = setUp({ baseUrl: "localhost:8080" }, noRoute, answer);
    expect(shownText(await ask(provider))).toBe("Hello");
    expect([urls(), waits]).toEqual([paths, []]);
  });

  it("is wrong where neither is one", async () => {
    const { provider, urls } = setUp({ baseUrl: "localhost:8080" }, noRoute);
    expect(errorDetail(await ask(provider))).toEqual({ type: "invalid_base_url", address: "localhost:8080" });
    expect(urls()).toEqual(paths);
  });

  it("is right where only the model is not there", async () => {
    const unknown = status(404, {}, '{"error":{"message":"model \\"small-model\\" not found"}}');
    const { provider, urls } = setUp({ baseUrl: "localhost:8080" }, unknown);
    expect(errorDetail(await ask(provider)).type).toBe("model_not_found");
    expect(urls()).toEqual(paths.slice(0, 1));
  });

  it("P4 is asked where it answered, for a day, and where it answers now", async () => {
    const time = { now: 0 };
    const memory = memoryMemory(time);
    const run = async (...answers: (() => Response)[]) => {
      const { clock } = instantClock();
      const config = { baseUrl: "localhost:8080", memory, clock: { ...clock, now: () => time.now } };
      const { provider, urls } = setUp(config, ...answers);
      expect(shownText(await ask(provider))).toBe("Hello");
      return urls();
    };
    expect(await run(noRoute, answer)).toEqual(paths);
    expect(await run(answer)).toEqual(paths.slice(1));
    expect(await run(noRoute, answer)).toEqual(paths.toReversed());
    expect(await run(noRoute, answer)).toEqual(paths);
    time.now += 24 * 60 * 60_000;
    expect(await run(answer)).toEqual(paths.slice(0, 1));
  });

  it("costs no retry", async () => {
    const { provider, sent } = setUp({ baseUrl: "localhost:8080" }, noRoute, status(500), status(500), answer);
    expect(shownText(await ask(provider))).toBe("Hello");
    expect(sent).toHaveLength(4);
  });
});

describe("P5 redirects", () => {
  it.each([301, 302, 307, 308])("within one origin are followed with the same request: %i", async (code) => {
    const { provider, sent, urls } = setUp({ apiKey: "sk-test" }, status(code, { location: "/v2/chat/" }), answer);
    expect(shownText(await ask(provider))).toBe("Hello");
    expect(urls()).toEqual(["https://models.example.com/v1/chat/completions", "https://models.example.com/v2/chat/"]);
    expect(sent[1]?.headers.get("authorization")).toBe("Bearer sk-test");
    expect(sent[1]?.body).toBe(sent[0]?.body);
  });

  it.each([
    "https://elsewhere.example.com/v1",
    "https://models.example.com:8443/v1",
    "http://models.example.com/v1",
    "//elsewhere.example.com/v1",
    "not a url at all:",
  ])("to %s are not", async (location) => {
    const { provider, urls } = setUp({ apiKey: "sk-test" }, status(308, { location }), status(500));
    const detail = errorDetail(await ask(provider));
    expect([detail, urls().filter((url) => !url.startsWith("https://models.example.com/"))]).toEqual([
      location === "not a url at all:"
        ? expect.anything()
        : { type: "invalid_base_url", address: "models.example.com" },
      [],
    ]);
  });

  it.each<[string, () => Promise<void>]>([
    ["never ends", () => new Promise(() => undefined)],
    ["fails", () => Promise.reject(new Error("gone"))],
  ])("do not wait for the end of their bodies: %s", async (_what, cancel) => {
    const redirect = () =>
      new Response(new ReadableStream({ cancel }), { status: 307, headers: { location: "/v2/chat/" } });
    expect(shownText(await ask(setUp({}, redirect, answer).provider))).toBe("Hello");
  });

  it("in a circle end", async () => {
    const { provider, sent } = setUp({}, status(307, { location: "/v1/chat/completions" }));
    expect(errorDetail(await ask(provider))).toEqual({ type: "invalid_base_url", address: "models.example.com" });
    expect(sent).toHaveLength(4);
  });
});

describe("P4 whether a request may have arrived", () => {
  it.each<[string, (() => Response)[], [string, boolean]]>([
    ["no attempt connects", [fails("ECONNREFUSED")], ["cannot_connect", false]],
    ["only the last does not connect", [status(503), fails("ECONNREFUSED")], ["cannot_connect", true]],
    ["the first was lost on its way", [fails("ECONNRESET"), fails("ENETUNREACH")], ["offline", true]],
    ["the second was answered", [fails("ECONNREFUSED"), status(500), fails("ECONNREFUSED")], ["cannot_connect", true]],
    ["the certificate is bad", [fails("CERT_HAS_EXPIRED")], ["insecure", false]],
    ["the network goes away under the answer", [breaks("ENETDOWN")], ["connection_lost", true]],
    ["the TLS breaks under the answer", [breaks("EPROTO")], ["connection_lost", true]],
  ])("%s", async (_what, answers, expected) => {
    expect(await arrival(...answers)).toEqual(expected);
  });

  it("not where plain http is refused: nothing is sent, and nothing tried again", async () => {
    const { provider, sent } = setUp({ baseUrl: "http://example.com/v1", apiKey: "sk-test" }, answer);
    const { error } = await ask(provider);
    expect([error instanceof ProviderError && error.mayHaveArrived, sent]).toEqual([false, []]);
  });
});
