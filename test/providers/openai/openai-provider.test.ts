import { describe, expect, it } from "vitest";
import { createOpenAIProvider, type OpenAIConfig } from "../../../src/providers/openai/openai-provider";
import { ask, errorDetail, respond, scriptedFetch, sse, turnOf } from "../harness";

function setUp(config: Partial<OpenAIConfig> = {}) {
  const { fetch, sent } = scriptedFetch(() => respond([sse("[DONE]")]));
  return {
    provider: createOpenAIProvider({ model: "small-model", baseUrl: "http://localhost:11434/v1", fetch, ...config }),
    sent,
  };
}

describe("P3 createOpenAIProvider", () => {
  it("posts to the server, with a key only where one is set", async () => {
    const plain = setUp();
    expect(turnOf(await ask(plain.provider)).model).toBe("small-model");
    expect(plain.sent[0]?.url).toBe("http://localhost:11434/v1/chat/completions");
    expect(Object.fromEntries(plain.sent[0]?.headers ?? [])).toEqual({
      "content-type": "application/json",
      accept: "text/event-stream",
    });

    const keyed = setUp({ apiKey: " sk-test\n", baseUrl: "https://api.example.com/v1/chat/completions" });
    await ask(keyed.provider);
    expect(keyed.sent[0]?.url).toBe("https://api.example.com/v1/chat/completions");
    expect(keyed.sent[0]?.headers.get("authorization")).toBe("Bearer sk-test");
  });

  it("names who receives what is sent", () => {
    expect(setUp().provider).toMatchObject({ id: "openai", model: "small-model", recipient: "the model on this Mac" });
    expect(setUp({ baseUrl: "https://api.example.com/v1" }).provider.recipient).toBe("api.example.com");
  });

  it("says what is missing or wrong before anything is sent", async () => {
    const { fetch, sent } = scriptedFetch(() => respond([]));
    const detailOf = async (config: Partial<OpenAIConfig>) =>
      errorDetail(await ask(createOpenAIProvider({ baseUrl: "http://localhost:11434/v1", fetch, ...config })));
    expect(await detailOf({})).toEqual({ type: "no_model" });
    expect(await detailOf({ model: "m", baseUrl: "nowhere" })).toEqual({ type: "invalid_base_url" });
    expect(await detailOf({ model: "m", baseUrl: "http://example.com/v1" })).toEqual({
      type: "unencrypted_address",
      address: "example.com",
    });
    expect(await detailOf({ model: "m", apiKey: "ключ" })).toEqual({
      type: "invalid_api_key",
      destination: { type: "this_mac", address: "localhost:11434" },
    });
    expect(sent).toEqual([]);
  });
});
