import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { RouteMark } from "../src/agent/history/marks";
import type { RunEnd } from "../src/agent/chat/event-channel";
import { terminalHost } from "../src/cli/terminal-host";
import { createOrbit, createProvider, type Orbit } from "../src/compose";
import { parseSettings } from "../src/settings";
import { memoryMemory } from "./agent/support/memory-memory";
import { tempHome } from "./cli/harness";
import { ask, respond, scriptedFetch, sse } from "./providers/harness";

const CLAUDE: RouteMark = {
  id: "r",
  type: "route",
  provider: "anthropic",
  model: "claude-before",
  recipientKey: "anthropic@api.anthropic.com",
  recipient: "Claude",
};

const LOCAL: RouteMark = {
  id: "r",
  type: "route",
  provider: "openai",
  model: "qwen-before",
  recipientKey: "openai@localhost:11434",
  recipient: "the model on this Mac",
};

const made = (preferences: Record<string, string>, route: RouteMark) => {
  const { recipientKey, model } = createProvider(parseSettings(preferences), memoryMemory({ now: 0 }), route);
  return `${model} by ${recipientKey}`;
};

describe("C12 the provider that the preferences make for a chat", () => {
  it.each([
    ["Automatic would take another now", { anthropicApiKey: "k", openaiModel: "m" }],
    ["another is chosen now", { provider: "anthropic", anthropicApiKey: "k", openaiModel: "m" }],
    ["P7 no model is typed, or not any more", {}],
  ])("is the one that it began with, when %s", (_, preferences) => {
    expect(made(preferences, LOCAL)).toBe("qwen-before by openai@localhost:11434");
  });

  it("keeps the model of the route, and takes the address from the preferences, for the core to compare", () => {
    expect(made({ anthropicApiKey: "k", anthropicModel: "claude-after" }, CLAUDE)).toBe(
      "claude-before by anthropic@api.anthropic.com",
    );
    expect(made({ anthropicBaseUrl: "https://llm.example" }, CLAUDE)).toBe("claude-before by anthropic@llm.example");
  });

  it("is nobody when its key was removed", () => {
    expect(() => made({ openaiModel: "m" }, CLAUDE)).toThrow(
      expect.objectContaining({ detail: { type: "provider_gone", recipient: "Claude" } }),
    );
  });

  it("P7 is nobody for a model that was chosen of a provider that is not set up, and says what is missing", () => {
    const make = (provider: "anthropic" | "claude-code") =>
      createProvider(parseSettings({}), memoryMemory({ now: 0 }), { provider, model: "m" });
    const missing: unknown = expect.objectContaining({
      detail: { type: "missing_api_key", destination: { type: "anthropic_api" } },
    });
    expect(() => make("anthropic")).toThrow(missing);
    const notYet: unknown = expect.objectContaining({ detail: { type: "not_supported_yet", provider: "claude-code" } });
    expect(() => make("claude-code")).toThrow(notYet);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("P4 what a server refuses", () => {
  it("is left out by the provider that the preferences make, from what is remembered", async () => {
    const { fetch, sent } = scriptedFetch(() => new Response("", { status: 401 }));
    vi.stubGlobal("fetch", fetch);
    const memory = memoryMemory({ now: 0 });
    await memory.put("learnt:anthropic@api.anthropic.com:claude-sonnet-5-5", { noOptional: true }, 1);
    for (const known of [memory, memoryMemory({ now: 0 })]) {
      const asked = { provider: "anthropic", model: "claude-sonnet-5-5" } as const;
      await ask(createProvider(parseSettings({ anthropicApiKey: "k" }), known, asked));
    }
    expect(sent.map(({ headers }) => headers.has("anthropic-beta"))).toEqual([false, true]);
  });
});

/** What there is to ask: how the Anthropic API takes a key, and the models of an Ollama on this Mac, by what they can. */
type World = {
  key: "works" | "refused" | "offline" | "hangs";
  ollama: Record<string, string[]> | "stopped" | "hangs";
};

const json = (value: unknown, status = 200) => Response.json(value, { status });
const unreachable = (code: string) =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
const never = () => new Promise<never>(() => undefined);

/** A fetch into that world; `questions` is who was asked one. */
function fetchInto(world: World) {
  const questions: string[] = [];
  const anthropic = (path: string): Response | Promise<Response> => {
    if (world.key === "hangs") return never();
    if (world.key === "offline") throw unreachable("ENOTFOUND");
    const error = { type: "error", error: { type: "authentication_error", message: "invalid x-api-key" } };
    if (world.key === "refused") return json(error, 401);
    if (path.startsWith("/v1/models/")) return json({ type: "model", id: path.slice("/v1/models/".length) });
    if (path === "/v1/models") return json({ data: [{ type: "model", id: "claude-sonnet-5-5" }], has_more: false });
    questions.push("Claude");
    return respond([
      sse(
        { type: "message_start", message: { id: "m", model: "claude", usage: { input_tokens: 1, output_tokens: 1 } } },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "I am Claude." } },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 3 } },
        { type: "message_stop" },
      ),
    ]);
  };
  const server = (host: string, path: string, body: string): Response | Promise<Response> => {
    const { ollama } = world;
    if (ollama === "hangs") return never();
    if (ollama === "stopped" || !host.startsWith("localhost")) throw unreachable("ECONNREFUSED");
    const { model = "" } = body === "" ? {} : (JSON.parse(body) as { model?: string });
    if (path === "/v1/models") return json({ data: Object.keys(ollama).map((id) => ({ id, object: "model" })) });
    if (path === "/api/show") return json({ capabilities: ollama[model] ?? [] });
    if (path !== "/v1/chat/completions") return json({}, 404);
    if (ollama[model] === undefined) return json({ error: { message: `model "${model}" not found` } }, 404);
    questions.push(`${model} at ${host}`);
    return respond([
      sse({ choices: [{ index: 0, delta: { content: `I am ${model}.` }, finish_reason: "stop" }] }, "[DONE]"),
    ]);
  };
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
    const { host, pathname } = new URL(new Request(input).url);
    const body = typeof init?.body === "string" ? init.body : "";
    await Promise.resolve();
    return host === "api.anthropic.com" ? anthropic(pathname) : server(host, pathname, body);
  });
  return questions;
}

describe("P7 a new chat with Automatic, from the preferences to the answer", () => {
  let world: World;
  let questions: string[];
  let preferences: Record<string, string>;
  let home: string;

  beforeEach(async () => {
    world = { key: "works", ollama: { "llama3:8b": ["completion"], "qwen3:8b": ["completion", "tools"] } };
    questions = fetchInto(world);
    preferences = {};
    home = await tempHome();
  });

  async function open(): Promise<Orbit> {
    const host = terminalHost({}, home);
    const orbit = await createOrbit({ ...host, preferences: () => preferences });
    onTestFinished(() => orbit.close());
    return orbit;
  }

  async function send({ loop }: Orbit, question: string): Promise<RunEnd["type"]> {
    const sent = loop.send(question);
    return sent.type === "sent" ? (await sent.ended).type : "failed";
  }

  /** What the chat says last. */
  const last = ({ loop }: Orbit): string => {
    const row = loop.snapshot().rows.at(-1);
    return row !== undefined && "text" in row ? row.text : "";
  };

  it("is with the server's first model that can use tools, where no more is set up; that is kept with the chat", async () => {
    const first = await open();
    expect(await send(first, "Who?")).toBe("answered");
    expect(first.loop.snapshot().route).toMatchObject({ provider: "openai", model: "qwen3:8b" });
    await first.close();

    preferences = { anthropicApiKey: "sk-ant-a-key-that-works" };
    world.ollama = { "gpt-oss:20b": ["tools"], "qwen3:8b": ["tools"] };
    const second = await open();
    await second.loop.openLatest("any");
    await send(second, "And now?");
    expect(questions).toEqual(["qwen3:8b at localhost:11434", "qwen3:8b at localhost:11434"]);
    await second.loop.newChat();
    await send(second, "And in a new chat?");
    expect(last(second)).toBe("I am Claude.");
  });

  it.each<[World["key"], string]>([
    ["works", "I am Claude."],
    ["refused", "I am qwen3:8b."],
    ["offline", "I am qwen3:8b."],
  ])("is with the first that works where a key is set that %s", async (key, answer) => {
    preferences = { anthropicApiKey: "sk-ant-a-key-of-somebody" };
    world.key = key;
    const orbit = await open();
    await send(orbit, "Who?");
    expect([last(orbit), questions.length]).toEqual([answer, 1]);
  });

  it("is with nobody where nobody works, and says of each why", async () => {
    preferences = { anthropicApiKey: "sk-ant-a-key-of-somebody" };
    Object.assign(world, { key: "refused", ollama: "stopped" } satisfies World);
    const orbit = await open();
    expect(await send(orbit, "Who?")).toBe("failed");
    expect(last(orbit)).toBe(
      "No model is ready to answer. Anthropic API: The Anthropic API did not accept the API key. " +
        "Claude subscription: Orbit cannot use it yet. Server: Nothing answers on this Mac at localhost:11434. " +
        "Start the server, such as Ollama or LM Studio, and try again.",
    );
    expect(orbit.loop.snapshot().route).toBeUndefined();
    world.ollama = { "qwen3:8b": ["tools"] };
    expect(await orbit.loop.retry()).toEqual({ type: "answered" });
  });

  it("is with a model that the server lists where the server is chosen by hand and no model typed", async () => {
    preferences = { provider: "openai", anthropicApiKey: "sk-ant-a-key-that-works" };
    const orbit = await open();
    await send(orbit, "Who?");
    expect(last(orbit)).toBe("I am qwen3:8b.");
  });

  it("is not moved by a new address: nothing goes there before the person says so", async () => {
    const orbit = await open();
    await send(orbit, "Who?");
    preferences = { openaiBaseUrl: "https://llm.example/v1" };
    expect(await send(orbit, "And now?")).toBe("failed");
    expect(last(orbit)).toMatch(/^This chat is with the model on this Mac, which the preferences do not name any more/);
    expect(questions).toHaveLength(1);
  });

  it("finds out anew who works after the one that was found fails", async () => {
    preferences = { anthropicApiKey: "sk-ant-a-key-that-works" };
    world.key = "offline";
    const orbit = await open();
    await send(orbit, "Who?");
    Object.assign(world, { key: "works", ollama: {} } satisfies World);
    await orbit.loop.newChat();
    expect(await send(orbit, "And now?")).toBe("failed");
    expect(last(orbit)).toMatch(/^The model "qwen3:8b" is not on this Mac/);
    await orbit.loop.newChat();
    expect(await send(orbit, "And now?")).toBe("answered");
    expect(last(orbit)).toBe("I am Claude.");
  });

  it("is with the model that the person chose, until they change whom the preferences name", async () => {
    preferences = { anthropicApiKey: "sk-ant-a-key-that-works" };
    const orbit = await open();
    await orbit.models.choose({ provider: "openai", model: "llama3:8b" });
    await send(orbit, "Who?");
    expect(last(orbit)).toBe("I am llama3:8b.");
    preferences = { ...preferences, provider: "anthropic" };
    await send(orbit, "Still?");
    expect(last(orbit)).toBe("I am llama3:8b.");
    await orbit.loop.newChat();
    await send(orbit, "And in a new chat?");
    expect(last(orbit)).toBe("I am Claude.");
  });

  it("can be stopped while it is found out who answers, at once, though nobody gives a sign", async () => {
    preferences = { anthropicApiKey: "sk-ant-a-key-of-somebody" };
    Object.assign(world, { key: "hangs", ollama: "hangs" } satisfies World);
    const orbit = await open();
    const sent = orbit.loop.send("Who?");
    const before = performance.now();
    await orbit.loop.stop();
    expect(performance.now() - before).toBeLessThan(1_000);
    expect(sent.type === "sent" && (await sent.ended)).toEqual({ type: "stopped" });
    expect([last(orbit), orbit.loop.snapshot().status]).toEqual(["Stopped.", "idle"]);
  });

  it("goes by what Check Setup shows", async () => {
    preferences = { anthropicApiKey: "sk-ant-a-key-of-somebody" };
    world.key = "refused";
    const orbit = await open();
    const states: Record<string, string> = {};
    for await (const { provider, state } of orbit.models.check(new AbortController().signal)) {
      states[provider] = state.type === "ready" ? state.model : state.type;
    }
    expect(states).toEqual({ anthropic: "failed", "claude-code": "failed", openai: "qwen3:8b" });
  });
});
