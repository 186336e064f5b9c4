import { describe, expect, it } from "vitest";
import { rememberedFacts } from "../../../src/providers/http/remembered-facts";
import { memoryMemory, type Remembered } from "../../agent/support/memory-memory";

const HOUR = 60 * 60_000;

function setUp(remembered: Remembered = new Map()) {
  const time = { now: 1_000 };
  const memory = memoryMemory(time, remembered);
  return { time, factsOf: (key = "openai@localhost:11434") => rememberedFacts(memory, key, { now: () => time.now }) };
}

describe("P6 what a server told of its models is remembered", () => {
  it("for a day, each model by itself, also where others are told later", async () => {
    const { time, factsOf } = setUp();
    await factsOf().add(new Map([["a", { canUseTools: true }]]));
    time.now += 20 * HOUR;
    await factsOf().add(new Map([["b", { canSee: false }]]));
    expect(Object.fromEntries(await factsOf().get())).toEqual({ a: { canUseTools: true }, b: { canSee: false } });
    time.now += 4 * HOUR;
    expect(Object.fromEntries(await factsOf().get())).toEqual({ b: { canSee: false } });
    time.now += 20 * HOUR;
    expect((await factsOf().get()).size).toBe(0);
  });

  it("for one server", async () => {
    const { factsOf } = setUp();
    await factsOf().add(new Map([["a", { canUseTools: true }]]));
    expect((await factsOf("openai@other.example.com").get()).size).toBe(0);
  });

  it.each([null, [], "a", { a: { facts: {} } }, { a: { facts: { canSee: 1 }, until: 9e15 } }])(
    "and forgotten where the memory holds %j",
    async (value) => {
      const { factsOf } = setUp(new Map([["models:openai@localhost:11434", { value, until: 9e15 }]]));
      expect((await factsOf().get()).size).toBe(0);
    },
  );
});
