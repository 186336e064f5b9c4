import { describe, expect, it } from "vitest";
import { ProviderError } from "../../../src/agent/ports/provider-error";
import { askJson, type JsonQuestion } from "../../../src/providers/http/ask-json";
import { manualClock, respond, scriptedFetch } from "../harness";

const KEY = "sk-a-key-of-some-length";
const destination = { type: "server", address: "models.example.com" } as const;
const connection = { destination, headers: { authorization: `Bearer ${KEY}` }, hasKey: true };
const url = new URL("https://models.example.com/v1/models");

type Answer = () => Response | Promise<Response>;

function setUp(...answers: Answer[]) {
  const { fetch, sent } = scriptedFetch(...answers);
  const { clock, advance, timers } = manualClock();
  const controller = new AbortController();
  const ask = (question: Partial<JsonQuestion> = {}) =>
    askJson({ url, timeoutMs: 5_000, ...question }, connection, { fetch, clock }, controller.signal);
  return { ask, sent, advance, timers, controller };
}

async function failure(asked: Promise<unknown>): Promise<unknown> {
  const error = await asked.then(
    () => new Error("it did not fail"),
    (reason: unknown) => reason,
  );
  return error instanceof ProviderError ? error.detail : error;
}

const json = (body: unknown, init?: ResponseInit) => () => respond([JSON.stringify(body)], init);
const hang: Answer = () => new Promise(() => undefined);
const hangingBody: Answer = () => new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }));
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("P6 a question about a server", () => {
  it("gets JSON with the connection's headers", async () => {
    const { ask, sent, timers } = setUp(json({ data: [] }));
    expect(await ask()).toEqual({ data: [] });
    expect(sent[0]?.url).toBe(url.href);
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
      accept: "application/json",
      authorization: `Bearer ${KEY}`,
    });
    expect(sent[0]?.body).toBe("");
    expect(timers()).toBe(0);
  });

  it("posts what it has a body for", async () => {
    const { ask, sent } = setUp(json({}));
    await ask({ body: { model: "m" } });
    expect(sent[0]?.body).toBe('{"model":"m"}');
    expect(sent[0]?.headers.get("content-type")).toBe("application/json");
  });

  it.each<[string, Answer, unknown]>([
    ["401", json({ error: { message: "no" } }, { status: 401 }), { type: "invalid_api_key", destination }],
    ["500", json({ error: { message: "no" } }, { status: 500 }), { type: "server", status: 500 }],
    [
      "404 for a model",
      json({ error: { message: "no such model" } }, { status: 404 }),
      { type: "model_not_found", model: "m", destination },
    ],
    ["a web page", () => respond(["<html>"]), { type: "invalid_base_url", address: "models.example.com" }],
    ["nothing", () => respond([""]), { type: "invalid_base_url", address: "models.example.com" }],
    [
      "no connection",
      () => {
        throw new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) });
      },
      { type: "network", failure: "cannot_connect", destination },
    ],
  ])("fails as a turn does: %s", async (_, answer, detail) => {
    const { ask, sent } = setUp(answer);
    expect(await failure(ask({ model: "m" }))).toEqual(detail);
    expect(sent).toHaveLength(1);
  });

  it.each<[string, Answer]>([
    ["never answers", hang],
    ["never ends its answer", hangingBody],
  ])("ends at its time limit where the server %s", async (_, answer) => {
    const { ask, advance, timers } = setUp(answer);
    const asked = failure(ask());
    await settle();
    advance(4_999);
    await settle();
    expect(timers()).toBeGreaterThan(0);
    advance(1);
    expect(await asked).toEqual({ type: "network", failure: "timed_out", destination });
    expect(timers()).toBe(0);
  });

  it("ends at its time limit where the server sends a byte now and then", async () => {
    const { promise: started, resolve } = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
    const { ask, advance } = setUp(() => new Response(new ReadableStream<Uint8Array>({ start: resolve })));
    const asked = failure(ask());
    const body = await started;
    for (const ms of [2_000, 2_000, 1_000]) {
      await settle();
      body.enqueue(new TextEncoder().encode(" "));
      await settle();
      advance(ms);
    }
    expect(await asked).toEqual({ type: "network", failure: "timed_out", destination });
  });

  it.each<[string, Answer]>([
    ["never answers", hang],
    ["never ends its answer", hangingBody],
  ])("ends at once with the signal's reason where the server %s", async (_, answer) => {
    const { ask, controller, timers } = setUp(answer);
    const asked = failure(ask());
    await settle();
    const reason = new Error("stopped");
    controller.abort(reason);
    expect(await asked).toBe(reason);
    expect(timers()).toBe(0);
    const later = setUp(answer);
    later.controller.abort(reason);
    expect(await failure(later.ask())).toBe(reason);
    expect(later.sent).toEqual([]);
  });

  it("takes 16 MiB and no more", async () => {
    const mebibyte = "é".repeat(512 * 1024);
    const pieces = (count: number) => ['"', ...Array.from({ length: count }, () => mebibyte), '"'];
    const most = setUp(() => respond(["[", ...pieces(15), "]"]));
    expect(await most.ask()).toHaveLength(1);
    expect(await failure(setUp(() => respond(pieces(16))).ask())).toEqual({ type: "incomplete_response" });
  });

  it("follows a redirect within one origin, and takes the key to no other", async () => {
    const to = (location: string) => () => respond([""], { status: 308, headers: { location } });
    const same = setUp(to("/v1/models/"), json([]));
    expect(await same.ask()).toEqual([]);
    expect(same.sent.map((request) => request.url)).toEqual([url.href, `${url.href}/`]);
    const other = setUp(to("https://other.example.com/v1/models"), json([]));
    expect(await failure(other.ask())).toMatchObject({ type: "invalid_base_url" });
    expect(other.sent).toHaveLength(1);
  });

  it("P5 never gives the key back that a server repeats", async () => {
    expect(await setUp(json({ data: [{ id: KEY }] })).ask()).toEqual({ data: [{ id: "[key]" }] });
    const refused = await setUp(json({ error: `the key ${KEY} is wrong` }, { status: 401 }))
      .ask()
      .catch((error: unknown) => error);
    expect(refused instanceof ProviderError && refused.cause).toContain("[key]");
    expect(JSON.stringify(refused)).not.toContain(KEY);
  });
});
