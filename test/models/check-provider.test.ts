import { describe, expect, it } from "vitest";
import type { ProviderId } from "../../src/agent/history/messages";
import { ProviderError } from "../../src/agent/ports/provider-error";
import { parseSettings } from "../../src/settings";
import { checkProvider, type SetupDeps } from "../../src/models/check-provider";
import type { ProviderCheck } from "../../src/models/open-models";
import { memoryMemory } from "../agent/support/memory-memory";
import { manualClock } from "../providers/harness";

type Reply = { status?: number; body: unknown };
/** What servers answer, by "METHOD host/path"; a function gets what was sent. */
type Routes = Record<string, Reply | ((body: unknown, headers: Headers) => Reply)>;

const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });

/** Servers that answer like that, where nothing else listens; it fails what would cost tokens or load a model. */
function world(routes: Routes) {
  const asked: string[] = [];
  const sent: { url: URL; headers: Headers; body: unknown }[] = [];
  let running = 0;
  let most = 0;
  const fetchRoute: typeof fetch = async (input, init = {}) => {
    const url = new URL(new Request(input).url);
    const { method = "GET" } = init;
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    asked.push(`${method} ${url.host}${url.pathname}`);
    sent.push({ url, headers: new Headers(init.headers), body });
    if (method === "POST" && /completions|messages|generate|chat|load/.test(url.pathname)) {
      throw new Error("A check must not cost anything.");
    }
    most = Math.max(most, (running += 1));
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (!Object.keys(routes).some((route) => route.includes(url.host)))
      throw new TypeError("fetch failed", { cause: refused });
    const route = routes[`${method} ${url.host}${url.pathname}`];
    const reply = typeof route === "function" ? route(body, new Headers(init.headers)) : route;
    if (reply === undefined) return new Response('{"error":"404 page not found"}', { status: 404 });
    const text = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body);
    return new Response(text, { status: reply.status ?? 200 });
  };
  const time = { now: 0 };
  const deps: SetupDeps = {
    memory: memoryMemory(time),
    fetch: fetchRoute,
    clock: { ...manualClock().clock, now: () => time.now },
  };
  const check = (
    provider: ProviderId,
    preferences: Record<string, string> = {},
    signal = new AbortController().signal,
  ): Promise<ProviderCheck> => checkProvider(provider, parseSettings(preferences), deps, signal);
  return { check, asked, sent, deps, time, most: () => most };
}

const entries = (...ids: string[]) => ids.map((id) => ({ id, object: "model" }));
const OLLAMA = "localhost:11434";
const thisMac = { type: "this_mac", address: OLLAMA } as const;

/** An Ollama with models and what each can do. */
function ollama(models: Record<string, string[]>, host = OLLAMA): Routes {
  return {
    [`GET ${host}/v1/models`]: { body: { object: "list", data: entries(...Object.keys(models)) } },
    [`POST ${host}/api/show`]: (body) => {
      const name = typeof body === "object" && body !== null && "model" in body ? String(body.model) : "";
      const capabilities = models[name] ?? models[`${name}:latest`];
      return capabilities === undefined ? { status: 404, body: { error: "not found" } } : { body: { capabilities } };
    },
  };
}

const TOOLS = ["completion", "tools"];
const failed = (detail: object) => ({ type: "failed", detail });
const ready = (model: string) => ({ type: "ready", model });

describe("P6 an OpenAI-compatible server", () => {
  it("is ready with the model that is set, with its models and what they can do", async () => {
    const { check, asked } = world(
      ollama({
        "llama2:7b": ["completion"],
        "qwen3:8b": [...TOOLS, "thinking"],
        "gemma3:4b": ["completion", "vision"],
      }),
    );
    expect(await check("openai", { openaiModel: "qwen3:8b" })).toEqual({
      provider: "openai",
      recipient: "the model on this Mac",
      state: ready("qwen3:8b"),
      models: [
        { id: "llama2:7b", canUseTools: false, canSee: false },
        { id: "qwen3:8b", canUseTools: true, canSee: false },
        { id: "gemma3:4b", canUseTools: false, canSee: true },
      ],
    });
    expect(asked).toHaveLength(5);
  });

  it("leaves embedding models out of its models", async () => {
    const { check } = world(
      ollama({ "qwen3:8b": TOOLS, "bge-m3:latest": ["embedding"], "nomic-embed-text:latest": TOOLS }),
    );
    expect((await check("openai")).models.map(({ id }) => id)).toEqual(["qwen3:8b"]);
  });

  it("takes a name without a tag for the latest", async () => {
    const { check } = world(ollama({ "qwen3:latest": TOOLS }));
    expect((await check("openai", { openaiModel: "qwen3" })).state).toEqual(ready("qwen3"));
  });

  it("fails where its model is not in the list", async () => {
    const { check } = world(ollama({ "qwen3:8b": TOOLS }));
    const { state, models } = await check("openai", { openaiModel: "qwen3:14b" });
    expect(state).toEqual(failed({ type: "model_not_found", model: "qwen3:14b", destination: thisMac }));
    expect(models).toHaveLength(1);
  });

  it("is taken at its word about a model that is not in a list without an end", async () => {
    const page = { body: { data: entries("a"), has_more: true } };
    const { check } = world({ [`GET ${OLLAMA}/v1/models`]: page });
    expect((await check("openai", { openaiModel: "b" })).state).toEqual(ready("b"));
  });

  it("fails where its model cannot use tools", async () => {
    const { check } = world(ollama({ "llama2:latest": ["completion"] }));
    expect((await check("openai", { openaiModel: "llama2" })).state).toEqual(
      failed({ type: "tools_not_supported", model: "llama2" }),
    );
  });

  it("fails where its model cannot use tools and there is no list", async () => {
    const { check } = world({ [`POST ${OLLAMA}/api/show`]: { body: { capabilities: ["completion"] } } });
    expect((await check("openai", { openaiModel: "llama2" })).state).toEqual(
      failed({ type: "tools_not_supported", model: "llama2" }),
    );
  });

  it("is taken at its word where it has no list", async () => {
    const { check } = world({ "GET models.example.com/": { body: {} } });
    const set = { openaiBaseUrl: "https://models.example.com/v1", openaiModel: "m" };
    expect(await check("openai", set)).toMatchObject({
      recipient: "models.example.com",
      state: ready("m"),
      models: [],
    });
  });

  it.each<[string, Record<string, string>, Reply, object]>([
    ["does not take the key", { openaiApiKey: "k" }, { status: 401, body: {} }, { type: "invalid_api_key" }],
    ["wants a key", {}, { status: 401, body: {} }, { type: "missing_api_key" }],
    ["fails", {}, { status: 500, body: {} }, { type: "server", status: 500 }],
    ["is a web page", {}, { body: "<html>" }, { type: "invalid_base_url", address: "models.example.com" }],
  ])("fails where it %s", async (_, preferences, reply, detail) => {
    const { check } = world({ "GET models.example.com/v1/models": reply });
    const set = { openaiBaseUrl: "https://models.example.com/v1", openaiModel: "m", ...preferences };
    expect((await check("openai", set)).state).toMatchObject(failed(detail));
  });

  it.each([
    ["http://models.example.com/v1", { type: "unencrypted_address", address: "models.example.com" }],
    ["not an address", { type: "invalid_base_url" }],
  ])("is not asked at %s", async (openaiBaseUrl, detail) => {
    const { check, asked } = world({});
    expect((await check("openai", { openaiBaseUrl })).state).toEqual(failed(detail));
    expect(asked).toEqual([]);
  });

  it("fails, and is not just not set up, where nothing was set and nothing listens on this Mac", async () => {
    const { check } = world({});
    expect(await check("openai")).toEqual({
      provider: "openai",
      recipient: "the model on this Mac",
      state: failed({ type: "network", failure: "cannot_connect", destination: thisMac }),
      models: [],
    });
  });

  it("sends the key to the server, and to nobody else", async () => {
    const { check, sent } = world(ollama({ "qwen3:8b": TOOLS }, "models.example.com"));
    await check("openai", { openaiBaseUrl: "https://models.example.com/v1", openaiApiKey: "sk-1" });
    expect(sent.map(({ url }) => url.host)).toEqual(Array.from({ length: 3 }, () => "models.example.com"));
    expect(sent.every(({ headers }) => headers.get("authorization") === "Bearer sk-1")).toBe(true);
  });
});

describe("P6 a server where no model is set", () => {
  it.each<[string, Record<string, string[]>, object]>([
    ["the first that can use tools", { a: ["completion"], b: TOOLS, c: TOOLS }, ready("b")],
    ["none where none can", { a: ["completion"] }, failed({ type: "no_model" })],
    ["none where there is none", {}, failed({ type: "no_model" })],
  ])("takes %s", async (_, models, state) => {
    expect((await world(ollama(models)).check("openai")).state).toEqual(state);
  });

  it.each<[string, string[], object]>([
    ["the only one", ["a"], ready("a")],
    ["none of two", ["a", "b"], failed({ type: "no_model", mayHave: true })],
    ["the only one that answers questions", ["a", "text-embedding-3-small"], ready("a")],
  ])("takes %s where the server tells only names", async (_, ids, state) => {
    const { check } = world({ [`GET ${OLLAMA}/v1/models`]: { body: { data: entries(...ids) } } });
    expect((await check("openai")).state).toEqual(state);
  });

  it("takes none where there is no list", async () => {
    expect((await world({ [`GET ${OLLAMA}/`]: { body: {} } }).check("openai")).state).toEqual(
      failed({ type: "no_model" }),
    );
  });
});

describe("P6 what servers tell beside or in their list", () => {
  it("LM Studio's own list is asked", async () => {
    const data = [
      { id: "small", type: "llm" },
      { id: "large", type: "vlm", capabilities: ["tool_use"] },
      { id: "vectors", type: "embeddings" },
    ];
    const { check } = world({
      "GET localhost:1234/v1/models": { body: { data: entries("small", "large", "vectors") } },
      "GET localhost:1234/api/v0/models": { body: { data } },
    });
    expect(await check("openai", { openaiBaseUrl: "localhost:1234" })).toMatchObject({
      state: ready("large"),
      models: [
        { id: "small", canSee: false },
        { id: "large", canUseTools: true, canSee: true },
      ],
    });
  });

  it("a server whose list tells is asked nothing else", async () => {
    const data = [
      { id: "a", supported_parameters: [], architecture: { input_modalities: ["text"] } },
      { id: "b", supported_parameters: ["tools"], architecture: { input_modalities: ["text", "image"] } },
    ];
    const { check, asked } = world({ "GET openrouter.ai/api/v1/models": { body: { data } } });
    const check1 = await check("openai", { openaiBaseUrl: "openrouter.ai" });
    expect(check1).toMatchObject({
      state: ready("b"),
      models: [{ canUseTools: false }, { canUseTools: true, canSee: true }],
    });
    const variant = await check("openai", { openaiBaseUrl: "openrouter.ai", openaiModel: "b:nitro" });
    expect(variant.state).toEqual(ready("b:nitro"));
    const none = await check("openai", { openaiBaseUrl: "openrouter.ai", openaiModel: "a:nitro" });
    expect(none.state).toEqual(failed({ type: "tools_not_supported", model: "a:nitro" }));
    expect(new Set(asked)).toEqual(new Set(["GET openrouter.ai/api/v1/models"]));
  });

  it("a server without /v1 is asked nothing beside it", async () => {
    const { check, asked } = world({ "GET models.example.com/v1beta/openai/models": { body: { data: entries("a") } } });
    await check("openai", { openaiBaseUrl: "https://models.example.com/v1beta/openai" });
    expect(asked).toHaveLength(1);
  });

  it("a server that is no Ollama is asked about one model only", async () => {
    const { check, asked } = world({ [`GET ${OLLAMA}/v1/models`]: { body: { data: entries("a", "b", "c") } } });
    await check("openai");
    expect(asked.filter((route) => route.includes("/api/show"))).toHaveLength(1);
  });

  it("Ollama is asked about 50 models at most, 4 at once, and each once a day but the one that counts", async () => {
    const models = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`m${at}`, TOOLS]));
    const { check, asked, time, most } = world(ollama(models));
    const shows = () => asked.splice(0).filter((route) => route.includes("/api/show")).length;
    const first = await check("openai", { openaiModel: "m3" });
    expect(first.models).toHaveLength(80);
    expect(first.models.filter(({ canUseTools }) => canUseTools === true)).toHaveLength(50);
    expect([shows(), most()]).toEqual([50, 4]);
    const second = await check("openai", { openaiModel: "m3" });
    expect(second.models.filter(({ canUseTools }) => canUseTools === true)).toHaveLength(80);
    expect(shows()).toBe(31);
    await check("openai", { openaiModel: "m3" });
    expect(shows()).toBe(1);
    time.now += 25 * 60 * 60_000;
    await check("openai", { openaiModel: "m3" });
    expect(shows()).toBe(50);
  });
});

describe("P6 a base address whose path is a guess", () => {
  it("is looked for at the other path, which is remembered for turns too", async () => {
    const { check, asked, deps } = world({ "GET localhost:8080/models": { body: { data: entries("a") } } });
    const set = { openaiBaseUrl: "localhost:8080", openaiModel: "a" };
    expect((await check("openai", set)).state).toEqual(ready("a"));
    expect(asked.slice(0, 2)).toEqual(["GET localhost:8080/v1/models", "GET localhost:8080/models"]);
    expect(await deps.memory.get("learnt:openai@localhost:8080:a")).toEqual({ otherPath: true });
    asked.splice(0);
    await check("openai", set);
    expect(asked[0]).toBe("GET localhost:8080/models");
  });

  it("is wrong where both are pages", async () => {
    const page = { status: 404, body: "<html>" };
    const { check } = world({ "GET localhost:8080/v1/models": page, "GET localhost:8080/models": page });
    expect((await check("openai", { openaiBaseUrl: "localhost:8080", openaiModel: "a" })).state).toEqual(
      failed({ type: "invalid_base_url", address: "localhost:8080" }),
    );
  });

  it("is right where one of them is a server's without a list", async () => {
    const { check } = world({ "GET localhost:8080/models": { status: 404, body: "<html>" } });
    expect((await check("openai", { openaiBaseUrl: "localhost:8080", openaiModel: "a" })).state).toEqual(ready("a"));
  });
});

describe("P6 the Anthropic API", () => {
  const API = "api.anthropic.com";
  const list = { body: { data: entries("claude-sonnet-5-5", "claude-opus-5-5"), has_more: false } };
  const key = { anthropicApiKey: "sk-ant-1" };

  it("is not set up without a key, and then not asked", async () => {
    const { check, asked } = world({});
    expect(await check("anthropic")).toEqual({
      provider: "anthropic",
      recipient: "Claude",
      state: { type: "not_set_up" },
      models: [],
    });
    expect(asked).toEqual([]);
  });

  it("is ready where it knows the model", async () => {
    const { check, sent } = world({
      [`GET ${API}/v1/models/claude-sonnet-5-5`]: { body: { id: "claude-sonnet-5-5" } },
      [`GET ${API}/v1/models`]: list,
    });
    expect(await check("anthropic", key)).toEqual({
      provider: "anthropic",
      recipient: "Claude",
      state: ready("claude-sonnet-5-5"),
      models: [{ id: "claude-sonnet-5-5" }, { id: "claude-opus-5-5" }],
    });
    expect(sent.map(({ url }) => url.search).sort()).toEqual(["", "?limit=1000"]);
    for (const { headers } of sent) {
      expect([headers.get("x-api-key"), headers.get("anthropic-version")]).toEqual(["sk-ant-1", "2023-06-01"]);
    }
  });

  it("is ready with an alias that it does not list, and without its list", async () => {
    const found = { [`GET ${API}/v1/models/claude-opus-latest`]: { body: {} } };
    const set = { ...key, anthropicModel: "claude-opus-latest" };
    expect((await world({ ...found, [`GET ${API}/v1/models`]: list }).check("anthropic", set)).state.type).toBe(
      "ready",
    );
    const broken = { ...found, [`GET ${API}/v1/models`]: { status: 500, body: {} } };
    expect(await world(broken).check("anthropic", set)).toMatchObject({ state: { type: "ready" }, models: [] });
  });

  it("fails where it does not know the model, whatever its list says, and names those that it has", async () => {
    const error = { type: "error", error: { type: "not_found_error", message: "model: claude-sonnet-5-5" } };
    const { check } = world({
      [`GET ${API}/v1/models/claude-sonnet-5-5`]: { status: 404, body: error },
      [`GET ${API}/v1/models`]: list,
    });
    expect(await check("anthropic", key)).toMatchObject({
      state: failed({ type: "model_not_found", model: "claude-sonnet-5-5", destination: { type: "anthropic_api" } }),
      models: [{ id: "claude-sonnet-5-5" }, { id: "claude-opus-5-5" }],
    });
  });

  it("fails where it does not take the key", async () => {
    const no = { status: 401, body: { type: "error", error: { type: "authentication_error", message: "invalid" } } };
    const { check } = world({ [`GET ${API}/v1/models/claude-sonnet-5-5`]: no, [`GET ${API}/v1/models`]: no });
    expect((await check("anthropic", key)).state).toEqual(
      failed({ type: "invalid_api_key", destination: { type: "anthropic_api" } }),
    );
  });

  it("is asked for a model's name as it stands in a path", async () => {
    const { check, sent } = world({ [`GET ${API}/`]: { body: {} } });
    await check("anthropic", { ...key, anthropicModel: "a/b?c d" });
    expect(sent.map(({ url }) => url.href)).toContain(`https://${API}/v1/models/a%2Fb%3Fc%20d`);
  });
});

describe("P6 a server that is compatible with the Anthropic API", () => {
  const HOST = "localhost:9000";
  const set = { anthropicBaseUrl: `http://${HOST}`, anthropicModel: "qwen3" };
  const destination = { type: "this_mac", address: HOST } as const;

  it.each<[string, Routes, object]>([
    [
      "has the model in its list",
      { [`GET ${HOST}/v1/models`]: { body: { data: entries("qwen3:latest") } } },
      ready("qwen3"),
    ],
    [
      "has others in its list",
      { [`GET ${HOST}/v1/models`]: { body: { data: entries("llama3:latest") } } },
      failed({ type: "model_not_found", model: "qwen3", destination }),
    ],
    ["has no list", { [`GET ${HOST}/`]: { body: {} } }, ready("qwen3")],
    ["tells of one model", { [`GET ${HOST}/v1/models/qwen3`]: { body: {} } }, ready("qwen3")],
    [
      "has a page for one model and a list of all",
      {
        [`GET ${HOST}/v1/models/qwen3`]: { status: 404, body: "<html>" },
        [`GET ${HOST}/v1/models`]: { body: { data: entries("qwen3") } },
      },
      ready("qwen3"),
    ],
    [
      "is a web server",
      {
        [`GET ${HOST}/v1/models/qwen3`]: { status: 404, body: "<html>" },
        [`GET ${HOST}/v1/models`]: { status: 404, body: "<html>" },
      },
      failed({ type: "invalid_base_url", address: HOST }),
    ],
    [
      "wants a key",
      { [`GET ${HOST}/v1/models/qwen3`]: { status: 401, body: {} } },
      failed({ type: "missing_api_key", destination }),
    ],
    ["is not there", {}, failed({ type: "network", failure: "cannot_connect", destination })],
  ])("that %s", async (_, routes, state) => {
    expect((await world(routes).check("anthropic", set)).state).toEqual(state);
  });
});

describe("P6 a compatible server that looks for the key in another place", () => {
  const HOST = "localhost:9000";
  const set = { anthropicBaseUrl: `http://${HOST}`, anthropicModel: "qwen3", anthropicApiKey: "k" };
  const wanting = (token: string): Routes => ({
    [`GET ${HOST}/v1/models/qwen3`]: (_body, headers) => ({
      status: headers.get("authorization") === `Bearer ${token}` ? 200 : 401,
      body: {},
    }),
  });

  it("gets it there", async () => {
    expect((await world(wanting("k")).check("anthropic", set)).state).toEqual(ready("qwen3"));
  });

  it("is said to refuse it where it does so there, too", async () => {
    const destination = { type: "this_mac", address: HOST };
    expect((await world(wanting("other")).check("anthropic", set)).state).toEqual(
      failed({ type: "invalid_api_key", destination }),
    );
  });
});

describe("P6 a check", () => {
  it("says that the Claude subscription cannot be used yet", async () => {
    const { check, asked } = world({});
    expect(await check("claude-code")).toEqual({
      provider: "claude-code",
      recipient: "Claude",
      state: failed({ type: "not_supported_yet", provider: "claude-code" }),
      models: [],
    });
    expect(asked).toEqual([]);
  });

  it("takes a server at its list where it does not answer beside that, before Automatic takes it for silent", async () => {
    const { deps } = world({});
    const { clock, advance } = manualClock();
    const { promise: hangs, resolve: hang } = Promise.withResolvers<undefined>();
    const fetchHanging: typeof fetch = (input) => {
      if (new Request(input).url.endsWith("/v1/models")) {
        return Promise.resolve(new Response(JSON.stringify({ data: entries("a") })));
      }
      hang(undefined);
      return new Promise(() => undefined);
    };
    const { signal } = new AbortController();
    const asked = checkProvider("openai", parseSettings({}), { ...deps, fetch: fetchHanging, clock }, signal);
    await hangs;
    advance(3_000);
    expect((await asked).state).toEqual(ready("a"));
  });

  it.each<[ProviderId, string]>([
    ["openai", "the list"],
    ["openai", "what Ollama tells"],
    ["anthropic", "everything"],
  ])("of %s rejects with the signal's reason at once, even where %s hangs", async (provider, what) => {
    const { deps } = world({});
    const { promise: hangs, resolve: hang } = Promise.withResolvers<undefined>();
    const fetchHanging: typeof fetch = (input) => {
      if (what === "what Ollama tells" && new Request(input).url.endsWith("/v1/models")) {
        return Promise.resolve(new Response(JSON.stringify({ data: entries("a") })));
      }
      hang(undefined);
      return new Promise(() => undefined);
    };
    const controller = new AbortController();
    const settings = parseSettings({ anthropicApiKey: "k" });
    const asked = checkProvider(provider, settings, { ...deps, fetch: fetchHanging }, controller.signal);
    await hangs;
    // Even a reason that could be taken for a failure of the server.
    const reason = new ProviderError({ type: "overloaded" });
    controller.abort(reason);
    await expect(asked).rejects.toBe(reason);
  });

  it("P5 never gives back a key that a server repeats", async () => {
    const secret = "sk-a-key-of-some-length";
    const { check } = world({ "GET models.example.com/v1/models": { body: { data: entries(secret, "b") } } });
    const set = { openaiBaseUrl: "https://models.example.com/v1", openaiApiKey: secret };
    expect(JSON.stringify(await check("openai", set))).not.toContain(secret);
  });
});
