import { describe, expect, it } from "vitest";
import { createLearnt } from "../../../src/providers/http/learnt";
import { memoryMemory, type Remembered } from "../../agent/support/memory-memory";

const DAY = 24 * 60 * 60_000;
const MODEL = { recipientKey: "anthropic@models.example.com", model: "m" };

function setUp(remembered: Remembered = new Map()) {
  const time = { now: 1_000 };
  const memory = memoryMemory(time, remembered);
  const learntAbout = (model = MODEL) => createLearnt(memory, model, { now: () => time.now });
  return { time, remembered, learntAbout };
}

describe("P4 what a server refuses is remembered", () => {
  it("for a day, in every window, and adds up", async () => {
    const { time, learntAbout } = setUp();
    expect(await learntAbout().get()).toEqual({});
    await learntAbout().add({ noOptional: true });
    await learntAbout().add({ noCacheControl: true });
    time.now += DAY - 1;
    expect(await learntAbout().get()).toEqual({ noOptional: true, noCacheControl: true });
    time.now += 1;
    expect(await learntAbout().get()).toEqual({});
  });

  it("for one model of one host", async () => {
    const { learntAbout } = setUp();
    await learntAbout().add({ noOptional: true });
    expect(await learntAbout({ ...MODEL, model: "n" }).get()).toEqual({});
    expect(await learntAbout({ ...MODEL, recipientKey: "anthropic@other.example.com" }).get()).toEqual({});
    expect(await learntAbout({ ...MODEL, recipientKey: "openai@models.example.com" }).get()).toEqual({});
  });

  it.each([null, "noOptional", [], { noOptional: "yes" }])("or forgotten where the memory holds %j", async (value) => {
    const { remembered, learntAbout } = setUp();
    remembered.set("learnt:anthropic@models.example.com:m", { value, until: DAY });
    expect(await learntAbout().get()).toEqual({});
  });

  it("by nobody where there is no memory", async () => {
    const learnt = createLearnt(undefined, MODEL, { now: () => 0 });
    await learnt.add({ noOptional: true });
    expect(await learnt.get()).toEqual({});
  });
});
