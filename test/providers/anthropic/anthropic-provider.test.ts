import { describe, expect, it } from "vitest";
import { createAnthropicProvider, type AnthropicConfig } from "../../../src/providers/anthropic/anthropic-provider";
import { ask, errorDetail, respond, scriptedFetch, sse, turnOf } from "../harness";

const answer = () => respond([sse({ type: "message_start", message: { id: "msg_1" } }, { type: "message_stop" })]);

function setUp(config: Partial<AnthropicConfig> = {}, reply: () => Response = answer) {
  const { fetch, sent } = scriptedFetch(reply);
  return {
    provider: createAnthropicProvider({ model: "claude-sonnet-5-5", apiKey: "sk-test", fetch, ...config }),
    sent,
  };
}

describe("P2 createAnthropicProvider", () => {
  it("posts to the official API with key, version and betas", async () => {
    const { provider, sent } = setUp();
    expect(turnOf(await ask(provider))).toMatchObject({ content: [], model: "claude-sonnet-5-5" });
    expect(sent[0]?.url).toBe("https://api.anthropic.com/v1/messages");
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
      "x-api-key": "sk-test",
      "anthropic-version": "2023-06-01",
      "anthropic-beta": "thinking-display-updates-2026-08-18,server-side-fallback-2026-07-01",
      "content-type": "application/json",
      accept: "text/event-stream",
    });
    expect(provider).toMatchObject({ id: "anthropic", model: "claude-sonnet-5-5", recipient: "Claude" });
  });

  it("P1 ends the transfer at message_stop, and does not wait for the end of the body", async () => {
    let cancelled = false;
    const events = sse({ type: "message_start", message: { id: "msg_1" } }, { type: "message_stop" });
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(events)),
      cancel: () => {
        cancelled = true;
      },
    });
    expect(turnOf(await ask(setUp({}, () => new Response(body)).provider)).content).toEqual([]);
    expect(cancelled).toBe(true);
  });

  it("knows the official API by its address too", async () => {
    const { provider, sent } = setUp({ baseUrl: "https://api.anthropic.com/v1/" });
    await ask(provider);
    expect(provider.recipient).toBe("Claude");
    expect(JSON.parse(sent[0]?.body ?? "")).toHaveProperty("fallbacks", "default");
  });

  it("sends nothing optional to a compatible server, and needs no key there", async () => {
    const { provider, sent } = setUp({ baseUrl: "http://localhost:11434", apiKey: " " });
    await ask(provider);
    expect(provider.recipient).toBe("the model on this Mac");
    expect(sent[0]?.url).toBe("http://localhost:11434/v1/messages");
    expect(sent[0]?.headers.has("x-api-key")).toBe(false);
    expect(sent[0]?.headers.has("anthropic-beta")).toBe(false);
    expect(JSON.parse(sent[0]?.body ?? "")).not.toHaveProperty("cache_control");
  });

  it("says what is missing or wrong before anything is sent", async () => {
    const official = { type: "anthropic_api" };
    const detailOf = async (config: Partial<AnthropicConfig>) => {
      const { provider, sent } = setUp(config);
      const detail = errorDetail(await ask(provider));
      expect(sent).toEqual([]);
      return detail;
    };
    expect(await detailOf({ apiKey: "" })).toEqual({ type: "missing_api_key", destination: official });
    expect(await detailOf({ apiKey: "sk-“quoted”" })).toEqual({ type: "invalid_api_key", destination: official });
    expect(await detailOf({ apiKey: "sk-a\nsk-b" })).toEqual({ type: "invalid_api_key", destination: official });
    expect(await detailOf({ model: " " })).toEqual({ type: "no_model" });
    expect(await detailOf({ baseUrl: "my server" })).toEqual({ type: "invalid_base_url" });
    expect(await detailOf({ baseUrl: "http://api.anthropic.com" })).toEqual({
      type: "unencrypted_address",
      address: "api.anthropic.com",
    });
  });

  it("tells a refused key from one that a compatible server misses", async () => {
    const refused = () => respond(["{}"], { status: 401 });
    expect(errorDetail(await ask(setUp({}, refused).provider))).toEqual({
      type: "invalid_api_key",
      destination: { type: "anthropic_api" },
    });
    const { provider } = setUp({ baseUrl: "https://models.example.com" }, refused);
    expect(errorDetail(await ask(provider))).toMatchObject({ type: "invalid_api_key" });
    const keyless = createAnthropicProvider({
      model: "m",
      baseUrl: "https://models.example.com",
      fetch: scriptedFetch(refused).fetch,
    });
    expect(errorDetail(await ask(keyless))).toEqual({
      type: "missing_api_key",
      destination: { type: "server", address: "models.example.com" },
    });
  });
});
