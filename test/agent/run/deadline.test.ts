import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runWithDeadline } from "../../../src/agent/run/deadline";

const never = () => new AbortController().signal;

describe("work with a deadline", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("gives what the work gives, or what it throws, and leaves no timer", async () => {
    expect(await runWithDeadline(() => Promise.resolve(1), 100, never())).toEqual({ type: "done", value: 1 });
    const error = new Error("broken");
    expect(await runWithDeadline(() => Promise.reject(error), 100, never())).toEqual({ type: "failed", error });
    const throwing = () => {
      throw error;
    };
    expect(await runWithDeadline(throwing, 100, never())).toEqual({ type: "failed", error });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends on time though the work goes on, tells the work, and drops what comes late", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const signals: AbortSignal[] = [];
    const work = (signal: AbortSignal) => (signals.push(signal), promise);
    const settled = runWithDeadline(work, 100, never());
    await vi.advanceTimersByTimeAsync(99);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    await vi.advanceTimersByTimeAsync(1);
    resolve("late");
    expect(await settled).toEqual({ type: "timed_out" });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it("ends at once on a stop, and a rejection that comes late goes nowhere", async () => {
    const { promise, reject } = Promise.withResolvers<string>();
    const controller = new AbortController();
    const settled = runWithDeadline(() => promise, 100, controller.signal);
    controller.abort();
    expect(await settled).toEqual({ type: "stopped" });
    reject(new Error("late"));
    await vi.advanceTimersByTimeAsync(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not start work that is stopped already", async () => {
    const work = vi.fn(() => Promise.resolve(1));
    expect(await runWithDeadline(work, 100, AbortSignal.abort())).toEqual({ type: "stopped" });
    expect(work.mock.calls).toEqual([]);
  });
});
