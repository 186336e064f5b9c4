import { describe, expect, it } from "vitest";
import { UNKNOWN_WINDOW } from "../../../src/agent/ports/provider";
import { createOpenAIProvider, type OpenAIConfig } from "../../../src/providers/openai/openai-provider";
import { manualClock, scriptedFetch } from "../harness";

type Reply = { status?: number; body: unknown };
/** What a stand-in for Ollama answers on each route; a list answers one after the other. */
type Routes = Record<string, Reply | Reply[]>;

/** A provider for a server that answers like that, and everything it was asked. */
function serverWith(routes: Routes, config: Partial<OpenAIConfig> = {}) {
  const asked: { route: string; body: unknown }[] = [];
  const fetchRoute: typeof fetch = (input, init = {}) => {
    const url = new URL(new Request(input).url);
    const route = `${init.method ?? "GET"} ${url.host}${url.pathname}`;
    asked.push({ route, body: typeof init.body === "string" ? JSON.parse(init.body) : undefined });
    const replies = routes[url.pathname];
    const reply = Array.isArray(replies) ? replies.shift() : replies;
    if (reply === undefined) return Promise.resolve(new Response("404 page not found", { status: 404 }));
    const { status = 200, body } = reply;
    return Promise.resolve(new Response(typeof body === "string" ? body : JSON.stringify(body), { status }));
  };
  const { clock } = manualClock();
  const settings = { model: "qwen3:8b", baseUrl: "http://localhost:11434/v1", fetch: fetchRoute, clock, ...config };
  const provider = createOpenAIProvider(settings);
  return { asked, window: () => provider.window(new AbortController().signal) };
}

const loaded = (...models: [name: string, length: unknown][]): Reply => ({
  body: { models: models.map(([name, length]) => ({ name, model: name, context_length: length })) },
});
const shown = (parameters?: string): Reply => ({
  body: { parameters, model_info: { "qwen3.context_length": 40_960 } },
});
const told = (tokens: number) => ({ tokens, source: "server" });

describe("C3 the window that Ollama runs a model with", () => {
  it("is what the loaded model has, not what it could have", async () => {
    const { asked, window } = serverWith({ "/api/ps": loaded(["other:1b", 8_192], ["qwen3:8b", 4_096]) });
    expect(await window()).toEqual(told(4_096));
    expect(asked).toEqual([{ route: "GET localhost:11434/api/ps", body: undefined }]);
  });

  it.each([
    ["qwen3", "qwen3:latest"],
    ["qwen3:latest", "qwen3"],
    ["hf.co/someone/qwen3", "hf.co/someone/qwen3:latest"],
  ])("finds %s under the name %s", async (model, name) => {
    expect(await serverWith({ "/api/ps": loaded([name, 4_096]) }, { model }).window()).toEqual(told(4_096));
  });

  it("is what the Modelfile sets where the model is not loaded", async () => {
    const parameters = 'stop                           "<|im_end|>"\nnum_ctx                        16384\ntop_k 20';
    const { asked, window } = serverWith({ "/api/ps": loaded(), "/api/show": shown(parameters) });
    expect(await window()).toEqual(told(16_384));
    expect(asked.map(({ route }) => route)).toEqual(["GET localhost:11434/api/ps", "POST localhost:11434/api/show"]);
    expect(asked[1]?.body).toEqual({ model: "qwen3:8b" });
  });

  it("is asked for again once the model was loaded, without a prompt, where nothing sets it", async () => {
    const { asked, window } = serverWith({
      "/api/ps": [loaded(), loaded(["qwen3:8b", 4_096])],
      "/api/show": shown(),
      "/api/generate": { body: { done: true } },
    });
    expect(await window()).toEqual(told(4_096));
    expect(asked[2]).toEqual({
      route: "POST localhost:11434/api/generate",
      body: { model: "qwen3:8b", stream: false },
    });
  });

  it.each<[string, Routes]>([
    ["cannot load it", { "/api/ps": loaded(), "/api/show": { status: 404, body: {} } }],
    ["is an older one that does not tell", { "/api/ps": { body: { models: [{ name: "qwen3:8b" }] } } }],
    ["tells nonsense", { "/api/ps": loaded(["qwen3:8b", "many"]) }],
    ["tells zero", { "/api/ps": loaded(["qwen3:8b", 0]) }],
  ])("is unknown where the server %s", async (_, routes) => {
    expect(await serverWith(routes).window()).toEqual(UNKNOWN_WINDOW);
  });

  it.each<[string, Routes]>([
    ["has no such route", {}],
    ["answers with a page", { "/api/ps": { body: "<html>" } }],
    ["answers with other JSON", { "/api/ps": { body: { error: "no" } } }],
  ])("is not asked further of a server that %s", async (_, routes) => {
    const { asked, window } = serverWith(routes);
    expect(await window()).toEqual(UNKNOWN_WINDOW);
    expect(asked).toHaveLength(1);
  });

  it("is looked for beside the version path, and only on this Mac", async () => {
    const routes = { "/ollama/api/ps": loaded(["qwen3:8b", 4_096]) };
    const beside = serverWith(routes, { baseUrl: "http://127.0.0.1:9/ollama/v1/chat/completions" });
    expect(await beside.window()).toEqual(told(4_096));
    const elsewhere = serverWith(routes, { baseUrl: "https://models.example.com/ollama/v1" });
    expect(await elsewhere.window()).toEqual(UNKNOWN_WINDOW);
    expect(elsewhere.asked).toEqual([]);
  });

  it.each(["", "localhost:11434", "http://user:word@localhost:11434/v1", "ftp://localhost/v1"])(
    "is unknown, without an error, at the address %j",
    async (baseUrl) => {
      expect(await serverWith({}, { baseUrl }).window()).toEqual(UNKNOWN_WINDOW);
    },
  );
});

describe("C3 a server that hangs", () => {
  const hang: typeof fetch = (_input, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
    });
  const config = { model: "m", baseUrl: "http://localhost:11434/v1", fetch: hang };

  it("is left after two seconds", async () => {
    const { clock, advance, timers } = manualClock();
    const asking = createOpenAIProvider({ ...config, clock }).window(new AbortController().signal);
    advance(2_000);
    expect(await asking).toEqual(UNKNOWN_WINDOW);
    expect(timers()).toBe(0);
  });

  it("is left at once when the person stops", async () => {
    const controller = new AbortController();
    const { clock, timers } = manualClock();
    const asking = createOpenAIProvider({ ...config, clock }).window(controller.signal);
    controller.abort();
    expect(await asking).toEqual(UNKNOWN_WINDOW);
    expect(timers()).toBe(0);
  });
});

describe("C3 where the window of a model comes from", () => {
  it("is the preference first, and then nobody is asked", async () => {
    const { asked, window } = serverWith({ "/api/ps": loaded(["qwen3:8b", 4_096]) }, { contextWindow: 65_536 });
    expect(await window()).toEqual({ tokens: 65_536, source: "preference" });
    expect(asked).toEqual([]);
  });

  it("is what is known of a public model's name, with or without a date, and nothing is guessed", async () => {
    const { fetch, sent } = scriptedFetch();
    const windowOf = (model: string, baseUrl: string) =>
      createOpenAIProvider({ model, baseUrl, fetch }).window(new AbortController().signal);
    const api = "https://api.openai.com/v1";
    expect(await windowOf("gpt-4.1", api)).toEqual({ tokens: 1_047_576, source: "known" });
    expect(await windowOf("gpt-5-2025-08-07", api)).toEqual({ tokens: 400_000, source: "known" });
    for (const unknown of ["gpt-5-chat", "gpt-9", "toString", ""]) {
      expect(await windowOf(unknown, api)).toEqual(UNKNOWN_WINDOW);
    }
    expect(sent).toEqual([]);
  });

  it("is not a name on this Mac, where small models have the names of large ones", async () => {
    expect(await serverWith({}, { model: "gpt-4.1" }).window()).toEqual(UNKNOWN_WINDOW);
  });
});
