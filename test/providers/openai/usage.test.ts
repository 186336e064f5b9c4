import { describe, expect, it, onTestFinished } from "vitest";
import { createOpenAIProvider } from "../../../src/providers/openai/openai-provider";
import { memoryMemory } from "../../agent/support/memory-memory";
import { startModelServer } from "../../fakes/model-server/server";
import { ask, turnOf } from "../harness";

async function setUp(refuses: string[] = []) {
  const server = await startModelServer({ respond: () => ({ text: "Hello there" }), refuses });
  onTestFinished(() => server.stop());
  const provider = createOpenAIProvider({
    model: "small",
    baseUrl: `${server.url}/v1`,
    effort: "low",
    memory: memoryMemory({ now: 0 }),
  });
  return { server, provider };
}

describe("P3 the tokens of a turn", () => {
  it("are asked for, and come in a last chunk without choices", async () => {
    const { server, provider } = await setUp();
    expect(turnOf(await ask(provider)).usage).toEqual({ input: 18, output: 4, cacheRead: 0, cacheWrite: 0 });
    expect(server.rejections).toEqual([]);
  });

  it("are not known where a server refuses to tell, which costs one request a day", async () => {
    const { server, provider } = await setUp(["stream_options"]);
    const routes = () => server.asked.filter((route) => route.startsWith("POST")).length;
    expect(turnOf(await ask(provider))).not.toHaveProperty("usage");
    expect(routes()).toBe(2);
    await ask(provider);
    expect(routes()).toBe(3);
  });
});
