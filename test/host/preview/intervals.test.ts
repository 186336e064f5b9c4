import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Command } from "./extension";
import { intervals } from "./intervals";
import { sampleExtension } from "./launcher/sample-extension";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const [, create, ask, clock] = sampleExtension().commands;
  if (!create || !ask || !clock) throw new Error("It has four commands.");
  const ran: string[] = [];
  const after = (ms: number) => {
    vi.advanceTimersByTime(ms);
    return ran.splice(0);
  };
  const every = (command: Command, interval: number) => ({ ...command, interval });
  return { create, ask, clock, every, after, intervals: intervals(({ name }) => void ran.push(name)) };
}

describe("H3 commands with an interval", () => {
  it("run again and again from their first start on, however often they are started", () => {
    const { create, clock, every, after, intervals } = start();
    intervals.start(every(create, 60_000));
    expect(after(30_000)).toEqual([]);
    intervals.start(every(create, 60_000));
    intervals.start(every(clock, 50_000));
    expect(after(30_000)).toEqual(["create-note"]);
    expect(after(60_000)).toEqual(["clock", "create-note"]);
  });

  it("stop when they are told to", () => {
    const { create, clock, every, after, intervals } = start();
    intervals.start(every(create, 60_000));
    intervals.start(every(clock, 60_000));
    intervals.stop("create-note");
    expect([intervals.has("create-note"), intervals.has("clock")]).toEqual([false, true]);
    expect(after(60_000)).toEqual(["clock"]);
    intervals.stopAll();
    expect(after(60_000)).toEqual([]);
  });

  it("are those without a view", () => {
    const { create, ask, every, after, intervals } = start();
    intervals.start(every(ask, 60_000));
    intervals.start(create);
    expect(after(600_000)).toEqual([]);
  });
});
