import { describe, expect, it } from "vitest";
import type { Memory } from "../../src/agent/ports/memory";
import { memoryMemory, type Remembered } from "../agent/support/memory-memory";
import { allKeys, overwriteRow } from "./raw-database";
import { openTempStore } from "./temp-store";

type Opened = { memory: Memory; other: Memory; clock: { now: number } };

async function onDisk(): Promise<Opened> {
  const clock = { now: 0 };
  const now = () => new Date(clock.now);
  const { memory, file } = await openTempStore({ now });
  return { memory, other: (await openTempStore({ file, now })).memory, clock };
}

function inMemory(): Promise<Opened> {
  const clock = { now: 0 };
  const remembered: Remembered = new Map();
  return Promise.resolve({ memory: memoryMemory(clock, remembered), other: memoryMemory(clock, remembered), clock });
}

describe.each([
  ["on disk", onDisk],
  ["of the tests", inMemory],
])("C15 the memory %s", (_, open) => {
  it("C12 holds what every window put, until it ends", async () => {
    const { memory, other, clock } = await open();
    expect(await memory.get("window:local")).toBeUndefined();
    await memory.put("window:local", { tokens: 8192, list: [null, true] }, 10);
    expect(await other.get("window:local")).toStrictEqual({ tokens: 8192, list: [null, true] });
    await other.put("window:local", "other", 20);
    expect(await memory.get("window:local")).toBe("other");
    clock.now = 20;
    expect(await memory.get("window:local")).toBeUndefined();
  });

  it("C12 says once for all windows that something is new, and again when it has ended", async () => {
    const { memory, other, clock } = await open();
    const answers = await Promise.all([memory.addOnce("warned", 10), other.addOnce("warned", 10)]);
    expect(answers.toSorted()).toStrictEqual([false, true]);
    expect(await memory.addOnce("warned:", 10)).toBe(true);
    clock.now = 10;
    expect([await other.addOnce("warned", 20), await memory.addOnce("warned", 20)]).toStrictEqual([true, false]);
  });

  it("C6 keeps what has no end", async () => {
    const { memory, other, clock } = await open();
    await memory.put("tools:off", ["open_url"], Number.MAX_SAFE_INTEGER);
    clock.now = Date.UTC(2100, 0);
    expect(await other.get("tools:off")).toStrictEqual(["open_url"]);
  });
});

describe("C15 the memory on disk", () => {
  it("C15 lets go of what has ended or is damaged when something is remembered", async () => {
    const clock = { now: 0 };
    const { memory, file } = await openTempStore({ now: () => new Date(clock.now) });
    await memory.put("a/b", 1, 5);
    await memory.put("c", 2, 50);
    await memory.addOnce("d", 50);
    overwriteRow(file, "memory/c", "?");
    clock.now = 5;
    expect(await memory.get("c")).toBeUndefined();
    await memory.put("e", 3, 50);
    expect(allKeys(file)).toStrictEqual(["memory/d", "memory/e", "version"]);
  });

  it("C15 never throws: where nothing can be stored, nothing is remembered", async () => {
    const { memory, store } = await openTempStore();
    await store.close();
    await memory.put("a", 1, 10);
    expect([await memory.get("a"), await memory.addOnce("a", 10)]).toStrictEqual([undefined, true]);
  });
});
