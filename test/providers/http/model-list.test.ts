import { describe, expect, it } from "vitest";
import { ProviderError } from "../../../src/agent/ports/provider-error";
import { chatModels, listModels, type ModelList } from "../../../src/providers/http/model-list";
import { manualClock, respond, scriptedFetch } from "../harness";

const destination = { type: "server", address: "models.example.com" } as const;
const url = new URL("https://models.example.com/v1/models");
const address = { base: new URL("https://models.example.com/v1"), host: "models.example.com", isThisMac: false };
const connection = { address, destination, headers: {}, hasKey: false };

/** Lists from a server that gives each of these answers once, and the last one again after that. */
async function list(answers: unknown[], cursor: "after" | "after_id" = "after", init: ResponseInit = {}) {
  const texts = answers.map((answer) => (typeof answer === "string" ? answer : JSON.stringify(answer)));
  const { fetch, sent } = scriptedFetch(...texts.map((text) => () => respond([text], init)));
  const { clock } = manualClock();
  const { signal } = new AbortController();
  const found: ModelList | ProviderError | undefined = await listModels(
    { url, cursor },
    connection,
    { fetch, clock },
    signal,
  ).catch((error: unknown) => {
    if (error instanceof ProviderError) return error;
    throw error;
  });
  return { found, queries: sent.map((request) => new URL(request.url).search) };
}

function idsOf(found: ModelList | ProviderError | undefined): string[] {
  if (found === undefined || found instanceof ProviderError) throw new Error("no list", { cause: found });
  return found.models.map(({ id }) => id);
}

const entries = (...ids: string[]) => ids.map((id) => ({ id }));

describe("P6 a list of models", () => {
  it.each<[string, unknown]>([
    ["data", { object: "list", data: entries("b", "a") }],
    ["models", { models: [{ name: "b" }, { name: "a", model: "a" }] }],
    ["a bare list", entries("b", "a")],
    ["data, beside models", { data: entries("b", "a"), models: [{ name: "other" }] }],
  ])("may come as %s, and keeps its order", async (_, answer) => {
    const { found } = await list([answer]);
    expect(idsOf(found)).toEqual(["b", "a"]);
    expect(found).toMatchObject({ isWhole: true });
  });

  it("passes over what has no name, and names each model once", async () => {
    const odd = [null, "c", 1, {}, { id: "" }, { id: " " }, { id: 1 }, { id: ["x"] }, [], { id: "a" }, { id: "a" }];
    expect(idsOf((await list([{ data: odd }])).found)).toEqual(["a"]);
  });

  const page = (id: string) => respond([JSON.stringify({ data: entries(id), has_more: true })]);

  it("of a server that takes its time is what has come in 20 seconds", async () => {
    const { clock, advance } = manualClock();
    let pages = 0;
    const slow = () => {
      advance(9_000);
      return page(String(pages++));
    };
    const { signal } = new AbortController();
    const transport = { fetch: scriptedFetch(slow).fetch, clock };
    const found = await listModels({ url, cursor: "after" }, connection, transport, signal);
    expect(found).toEqual({ models: entries("0", "1", "2"), isWhole: false });
  });

  it("is given up with the signal's reason on any page", async () => {
    const controller = new AbortController();
    const reason = new Error("stopped by the person");
    const stop = () => {
      controller.abort(reason);
      return new Promise<Response>(() => undefined);
    };
    const transport = { fetch: scriptedFetch(() => page("a"), stop).fetch, clock: manualClock().clock };
    const asked = listModels({ url, cursor: "after" }, connection, transport, controller.signal);
    await expect(asked).rejects.toBe(reason);
  });

  it.each<[string, "after" | "after_id", unknown, string]>([
    ["the last id that is named", "after_id", { data: entries("a"), has_more: true, last_id: "z" }, "?after_id=z"],
    ["the last id that came", "after", { data: entries("a", "b c"), has_more: true }, "?after=b+c"],
    ["a token", "after", { models: [{ name: "a" }], next_page_token: "t/1" }, "?page_token=t%2F1"],
    ["a token of Google's own API", "after", { models: [{ name: "a" }], nextPageToken: "t" }, "?page_token=t"],
    ["a link", "after", { data: entries("a"), links: { next: "/v1/models?offset=1" } }, "?offset=1"],
  ])("goes on at %s", async (_, cursor, first, query) => {
    const { found, queries } = await list([first, { data: entries("last") }], cursor);
    expect(idsOf(found).at(-1)).toBe("last");
    expect(queries).toEqual(["", query]);
    expect(found).toMatchObject({ isWhole: true });
  });

  it.each([
    ["no more", { data: entries("a"), has_more: false, last_id: "a" }],
    ["more, said in another type", { data: entries("a"), has_more: "true", last_id: "a" }],
    ["an empty token", { data: entries("a"), next_page_token: "" }],
    ["a link elsewhere", { data: entries("a"), links: { next: "https://other.example.com/v1/models?offset=1" } }],
    ["more of nothing", { data: [], has_more: true }],
  ])("ends with %s", async (_, page) => {
    expect((await list([page])).queries).toEqual([""]);
  });

  it("ends where a server repeats itself, and is then not whole", async () => {
    const { found, queries } = await list([{ data: entries("a", "b"), has_more: true, last_id: "b" }]);
    expect(idsOf(found)).toEqual(["a", "b"]);
    expect(found).toMatchObject({ isWhole: false });
    expect(queries).toHaveLength(2);
  });

  it("ends after 20 pages", async () => {
    const pages = Array.from({ length: 30 }, (_, page) => ({ data: entries(`m${page}`), has_more: true }));
    const { found, queries } = await list(pages);
    expect(idsOf(found)).toHaveLength(20);
    expect(queries).toHaveLength(20);
    expect(found).toMatchObject({ isWhole: false });
  });

  it("ends after 5,000 models", async () => {
    const page = (start: number) => entries(...Array.from({ length: 3_000 }, (_, at) => `m${start + at}`));
    const { found, queries } = await list([
      { data: page(0), has_more: true },
      { data: page(3_000), has_more: true },
    ]);
    expect(idsOf(found)).toHaveLength(5_000);
    expect(queries).toHaveLength(2);
    expect(found).toMatchObject({ isWhole: false });
  });

  it("keeps what came where a later page fails", async () => {
    const { found } = await list([{ data: entries("a"), has_more: true }, "<html>"]);
    expect(idsOf(found)).toEqual(["a"]);
    expect(found).toMatchObject({ isWhole: false });
  });

  it("is empty where Ollama has no models", async () => {
    expect((await list([{ object: "list", data: null }])).found).toEqual({ models: [], isWhole: true });
  });

  it("holds for a person only what answers questions", () => {
    const models = [{ id: "a", canUseTools: true, isForChat: true }, { id: "embed", isForChat: false }, { id: "b" }];
    expect(chatModels({ models, isWhole: true })).toEqual([{ id: "a", canUseTools: true }, { id: "b" }]);
  });
});

describe("P6 a server without a list", () => {
  it.each<[number, unknown]>([
    [404, { detail: "Not Found" }],
    [404, "404 page not found"],
    [404, ""],
    [404, "<!DOCTYPE html><pre>Cannot GET /v1/models</pre>"],
    [404, { error: { message: "model not found" } }],
    [405, { detail: "Method Not Allowed" }],
    [400, { error: { message: "unknown request" } }],
    [403, { error: { message: "Missing scopes: api.model.read" } }],
    [501, { error: "not implemented" }],
    [200, { error: "Unexpected endpoint or method. (GET /v1/models)" }],
    [200, "null"],
  ])("is none to complain about: %i %j", async (status, body) => {
    // Without a key 403 would be about that.
    const { fetch } = scriptedFetch(() =>
      respond([typeof body === "string" ? body : JSON.stringify(body)], { status }),
    );
    const { clock } = manualClock();
    const asked = listModels(
      { url, cursor: "after" },
      { ...connection, hasKey: true },
      { fetch, clock },
      new AbortController().signal,
    );
    expect(await asked).toBeUndefined();
  });

  it.each<[number, unknown, string]>([
    [401, { error: "no" }, "missing_api_key"],
    [402, {}, "billing"],
    [404, "<!DOCTYPE html><title>Not found</title>", "invalid_base_url"],
    [200, "<html>", "invalid_base_url"],
    [403, "<html>", "gateway"],
    [429, { error: "slow down" }, "rate_limited"],
    [503, { error: "no" }, "server"],
  ])("is another matter: %i %j is %s", async (status, body, type) => {
    const { found } = await list([body], "after", { status });
    expect(found instanceof ProviderError && found.detail.type).toBe(type);
  });
});
