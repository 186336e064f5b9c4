import { describe, expect, it } from "vitest";
import { openAISees } from "../../../src/providers/openai/sees";
import { memoryMemory } from "../../agent/support/memory-memory";
import { manualClock, respond, scriptedFetch } from "../harness";

function setUp(capabilities: string[] | undefined) {
  const body = JSON.stringify(capabilities === undefined ? { error: "not found" } : { capabilities });
  const { fetch, sent } = scriptedFetch(() => respond([body], { status: capabilities === undefined ? 404 : 200 }));
  const memory = memoryMemory({ now: 0 });
  const { clock } = manualClock();
  const sees = (baseUrl = "http://localhost:11434/v1", model = "gemma3") =>
    openAISees({ baseUrl, model }, memory, { fetch, clock }, new AbortController().signal);
  return { sees, urls: () => sent.map(({ url }) => url) };
}

describe("P9 whether a model takes pictures", () => {
  it.each<[boolean | undefined, string[] | undefined]>([
    [true, ["completion", "vision"]],
    [false, ["completion"]],
    [undefined, undefined],
  ])("is %s where Ollama on this Mac tells %j", async (expected, capabilities) => {
    expect(await setUp(capabilities).sees()).toBe(expected);
  });

  it("is asked once, and then remembered", async () => {
    const { sees, urls } = setUp(["completion", "vision"]);
    await sees();
    expect(await sees(undefined, "gemma3:latest")).toBe(true);
    expect(urls()).toEqual(["http://localhost:11434/api/show"]);
  });

  it.each(["https://models.example.com/v1", "not an address"])(
    "is not known, and not asked for, at %s",
    async (base) => {
      const { sees, urls } = setUp(["vision"]);
      expect(await sees(base)).toBeUndefined();
      expect(urls()).toEqual([]);
    },
  );
});
