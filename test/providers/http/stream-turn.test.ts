import { describe, expect, it } from "vitest";
import { ProviderError } from "../../../src/agent/ports/provider-error";
import { createOpenAIProvider } from "../../../src/providers/openai/openai-provider";
import {
  ask,
  collect,
  errorDetail,
  instantClock,
  manualClock,
  QUESTION,
  respond,
  scriptedFetch,
  shownText,
  sse,
  turnOf,
} from "../harness";

const text = (content: string) => ({ choices: [{ delta: { content } }] });
const stop = { choices: [{ delta: {}, finish_reason: "stop" }] };
const answer = () => respond([sse(text("Hello"), stop, "[DONE]")]);
const status =
  (code: number, headers: Record<string, string> = {}, body = "") =>
  () =>
    respond([body], { status: code, headers });
const lost = () => {
  throw new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });
};

/** A body that gives its pieces and then stays open, or breaks. */
function openBody(pieces: string[], failure?: unknown): { response: Response; cancelled: () => boolean } {
  let cancelled = false;
  const queue = pieces.map((piece) => new TextEncoder().encode(piece));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = queue.shift();
      if (next !== undefined) controller.enqueue(next);
      else if (failure !== undefined) controller.error(failure);
      else return new Promise(() => undefined);
    },
    cancel() {
      cancelled = true;
    },
  });
  return { response: new Response(body), cancelled: () => cancelled };
}

function setUp(...answers: (() => Response | Promise<Response>)[]) {
  const { fetch, sent } = scriptedFetch(...answers);
  const { clock, waits } = instantClock();
  const provider = createOpenAIProvider({ model: "small-model", baseUrl: "http://localhost:11434/v1", fetch, clock });
  return { provider, sent, waits };
}

describe("P4 retries", () => {
  it.each([408, 429, 500, 502, 503, 529])("tries a %i twice more, after 1 s and 3 s", async (code) => {
    const { provider, sent, waits } = setUp(status(code), status(code), answer);
    expect(shownText(await ask(provider))).toBe("Hello");
    expect(sent).toHaveLength(3);
    expect(waits).toEqual([1_000, 3_000]);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  });

  it("gives up after the third attempt with the last error", async () => {
    const { provider, sent } = setUp(status(500), status(500), status(503));
    expect(errorDetail(await ask(provider))).toEqual({ type: "server", status: 503 });
    expect(sent).toHaveLength(3);
  });

  it("waits as long as the server asks, but 20 s at most", async () => {
    const asked = setUp(status(429, { "retry-after": "7" }), status(503, { "retry-after-ms": "250" }), answer);
    turnOf(await ask(asked.provider));
    expect(asked.waits).toEqual([7_000, 250]);

    const long = setUp(status(429, { "retry-after": "3600" }));
    expect(errorDetail(await ask(long.provider))).toEqual({ type: "rate_limited", retryAfterMs: 3_600_000 });
    expect(long.waits).toEqual([20_000, 20_000]);
  });

  it("tries a lost connection again", async () => {
    const { provider, waits } = setUp(lost, answer);
    expect(shownText(await ask(provider))).toBe("Hello");
    expect(waits).toEqual([1_000]);
  });

  it.each(["overloaded_error", "rate_limit_error", "api_error"])(
    "tries an %s inside the stream again",
    async (type) => {
      const { provider, sent } = setUp(() => respond([sse({ error: { type } })]), answer);
      expect(shownText(await ask(provider))).toBe("Hello");
      expect(sent).toHaveLength(2);
    },
  );

  it.each([400, 401, 402, 403, 404, 413, 422])("does not try a %i again", async (code) => {
    const { provider, sent } = setUp(status(code), answer);
    expect((await ask(provider)).error).toBeInstanceOf(ProviderError);
    expect(sent).toHaveLength(1);
  });

  it("does not try again where money is the matter, or a certificate", async () => {
    const quota = setUp(status(429, {}, '{"error":{"code":"insufficient_quota"}}'), answer);
    expect(errorDetail(await ask(quota.provider))).toEqual({ type: "billing" });
    const expired = Object.assign(new Error("expired"), { code: "CERT_HAS_EXPIRED" });
    const insecure = setUp(() => Promise.reject(new TypeError("fetch failed", { cause: expired })), answer);
    expect(errorDetail(await ask(insecure.provider))).toMatchObject({ type: "network", failure: "insecure" });
    expect([quota.sent, insecure.sent].map((sent) => sent.length)).toEqual([1, 1]);
  });

  it("never tries again once something was shown, not even where the error came in the same piece", async () => {
    const { provider, sent } = setUp(
      () => respond([sse(text("Hel"), { error: { type: "overloaded_error" } })]),
      answer,
    );
    const outcome = await ask(provider);
    expect(shownText(outcome)).toBe("Hel");
    expect(errorDetail(outcome)).toEqual({ type: "overloaded" });
    expect(sent).toHaveLength(1);
  });
});

describe("P1 P4 what a body does wrong", () => {
  const destination = { type: "this_mac", address: "localhost:11434" };

  it("a connection that breaks in the middle is an error, and the partial answer was shown", async () => {
    const { provider } = setUp(
      () => openBody([sse(text("Hel"))], Object.assign(new Error("x"), { code: "UND_ERR_SOCKET" })).response,
    );
    const outcome = await ask(provider);
    expect(shownText(outcome)).toBe("Hel");
    expect(errorDetail(outcome)).toEqual({ type: "network", failure: "connection_lost", destination });
  });

  it("a connection that breaks after the turn was whole costs nothing", async () => {
    const { provider } = setUp(() => openBody([sse(text("Hello"), stop)], new Error("reset")).response);
    expect(turnOf(await ask(provider)).content).toEqual([{ type: "text", text: "Hello" }]);
  });

  it("ends the transfer at [DONE] and does not wait for the end of the body", async () => {
    const { response, cancelled } = openBody([sse(text("Hello"), stop, "[DONE]", "not-json")]);
    const { provider } = setUp(() => response);
    expect(turnOf(await ask(provider)).stopReason).toEqual({ type: "end_turn" });
    expect(cancelled()).toBe(true);
  });

  it("a web page is never an answer, and never shown", async () => {
    const { provider } = setUp(() => respond(["<html><body>Welcome</body></html>"]));
    const outcome = await ask(provider);
    expect(errorDetail(outcome)).toEqual({ type: "invalid_base_url", address: "localhost:11434" });
    expect(outcome.events).toEqual([]);
  });

  it("no more than 64 KiB of an error body are read", async () => {
    const { response, cancelled } = openBody(Array.from({ length: 20 }, () => "x".repeat(5_000)));
    const { provider } = setUp(() => new Response(response.body, { status: 400 }));
    const { error } = await ask(provider);
    expect(error).toMatchObject({ detail: { type: "invalid_request" }, cause: "x".repeat(64 * 1024) });
    expect(cancelled()).toBe(true);
  });

  it("the status of a refusal counts even where its text breaks off", async () => {
    const { response } = openBody(["{"], new Error("reset"));
    const { provider } = setUp(() => new Response(response.body, { status: 402 }));
    expect(errorDetail(await ask(provider))).toEqual({ type: "billing" });
  });

  it("a redirect to another origin is not followed: the key and the conversation would go to another address", async () => {
    const { provider, sent } = setUp(status(307, { location: "https://elsewhere.example.com/" }));
    expect(errorDetail(await ask(provider))).toEqual({ type: "invalid_base_url", address: "localhost:11434" });
    expect(sent).toHaveLength(1);
  });
});

describe("P4 timeouts", () => {
  const timedOut = { type: "network", failure: "timed_out" };

  /** Runs a turn whose body the test feeds by hand. */
  function fed() {
    const { clock, advance, timers } = manualClock();
    const bodies: ReadableStreamDefaultController<Uint8Array>[] = [];
    const { fetch, sent } = scriptedFetch(
      () => new Response(new ReadableStream<Uint8Array>({ start: (controller) => void bodies.push(controller) })),
    );
    const provider = createOpenAIProvider({
      model: "small-model",
      baseUrl: "https://models.example.com/v1",
      fetch,
      clock,
    });
    const feed = async (piece: string) => {
      await new Promise((resolve) => setImmediate(resolve));
      bodies.at(-1)?.enqueue(new TextEncoder().encode(piece));
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { provider, sent, advance, timers, feed };
  }

  it("120 s without data end a turn; comments and pings count as data", async () => {
    const { provider, advance, timers, feed } = fed();
    const outcome = ask(provider);
    await feed(sse(text("Hel")));
    for (let ping = 0; ping < 10; ping++) {
      advance(60_000);
      await feed(": ping\n\n");
    }
    advance(119_999);
    expect(timers()).toBe(2);
    advance(1);
    expect(errorDetail(await outcome)).toMatchObject(timedOut);
    expect(shownText(await outcome)).toBe("Hel");
    expect(timers()).toBe(0);
  });

  it("one response may take 15 minutes in all", async () => {
    const { provider, advance, feed } = fed();
    const outcome = ask(provider);
    await feed(sse(text("Hel")));
    for (let minute = 0; minute < 14; minute++) {
      advance(60_000);
      await feed(sse(text(".")));
    }
    advance(60_000);
    expect(errorDetail(await outcome)).toMatchObject(timedOut);
    expect(shownText(await outcome)).toBe(`Hel${".".repeat(14)}`);
  });

  it("a silent server is tried again where nothing was shown", async () => {
    const { provider, sent, advance } = fed();
    const outcome = ask(provider);
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    for (const wait of [120_000, 1_000, 120_000, 3_000, 120_000]) {
      await settled();
      advance(wait);
    }
    expect(errorDetail(await outcome)).toMatchObject(timedOut);
    expect(sent).toHaveLength(3);
  });

  it("a slow reader of the turn is not a slow server", async () => {
    const { provider, advance, feed } = fed();
    const stream = provider.stream(QUESTION, new AbortController().signal);
    const first = stream.next();
    await feed(sse(text("Hel")));
    expect(await first).toEqual({ done: false, value: { type: "text_delta", text: "Hel" } });
    advance(500_000);
    await feed(sse(text("lo"), stop, "[DONE]"));
    expect(shownText(await collect(stream))).toBe("lo");
  });

  it("a server that falls silent after the turn was whole costs nothing but the wait", async () => {
    const { provider, advance, feed } = fed();
    const outcome = ask(provider);
    await feed(sse(text("Hello"), stop));
    advance(120_000);
    expect(turnOf(await outcome).content).toEqual([{ type: "text", text: "Hello" }]);
  });
});

describe("P4 stop", () => {
  const reason = new Error("stopped by the person");

  it("before the request: nothing is sent", async () => {
    const { provider, sent } = setUp(answer);
    expect((await ask(provider, AbortSignal.abort(reason))).error).toBe(reason);
    expect(sent).toHaveLength(0);
  });

  it("while a read hangs: ends at once with the signal's reason, and the body is cancelled", async () => {
    const { response, cancelled } = openBody([sse(text("Hel"))]);
    const { provider } = setUp(() => response);
    const controller = new AbortController();
    const stream = provider.stream(QUESTION, controller.signal);
    expect(await stream.next()).toMatchObject({ value: { text: "Hel" } });
    const next = stream.next();
    controller.abort(reason);
    await expect(next).rejects.toBe(reason);
    expect(cancelled()).toBe(true);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it("while it waits to try again: ends the wait at once", async () => {
    const { clock, timers } = manualClock();
    const { fetch, sent } = scriptedFetch(status(500));
    const provider = createOpenAIProvider({ model: "small-model", baseUrl: "http://localhost:1/v1", fetch, clock });
    const controller = new AbortController();
    const outcome = ask(provider, controller.signal);
    await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(reason);
    expect((await outcome).error).toBe(reason);
    expect([sent.length, timers()]).toEqual([1, 0]);
  });

  it("a reader that returns ends the transfer, also while a read hangs", async () => {
    const { response, cancelled } = openBody([sse(text("Hel"))]);
    const { provider, sent } = setUp(() => response);
    const stream = provider.stream(QUESTION, new AbortController().signal);
    await stream.next();
    const hanging = stream.next().catch((error: unknown) => error);
    expect(await stream.return()).toEqual({ done: true, value: undefined });
    expect(await hanging).toMatchObject({ name: "AbortError" });
    expect(cancelled()).toBe(true);
    expect(sent[0]?.signal?.aborted).toBe(true);
  });

  it("a reader that leaves its loop ends the transfer", async () => {
    const { response, cancelled } = openBody([sse(text("Hel")), sse(text("lo"))]);
    const { provider } = setUp(() => response);
    for await (const event of provider.stream(QUESTION, new AbortController().signal)) {
      expect(event).toEqual({ type: "text_delta", text: "Hel" });
      break;
    }
    expect(cancelled()).toBe(true);
  });
});
