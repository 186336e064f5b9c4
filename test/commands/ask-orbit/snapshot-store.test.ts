import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AgentEvent } from "../../../src/agent/chat/event-channel";
import type { AnswerRow } from "../../../src/agent/chat/rows";
import { EMPTY_SNAPSHOT, type ChatSnapshot } from "../../../src/agent/chat/snapshot";
import { createSnapshotStore, redrawIntervalMs } from "../../../src/commands/ask-orbit/snapshot-store";

/** A loop whose answer has as many characters as the test says. */
function fakeLoop() {
  const listeners = new Set<(event: AgentEvent) => void>();
  let text = "";
  const answer = (): AnswerRow => ({
    id: "a",
    seq: 0,
    requestId: "r",
    createdAt: 0,
    type: "answer",
    text,
    status: "streaming",
  });
  const snapshot = (): ChatSnapshot => ({
    ...EMPTY_SNAPSHOT,
    rows: [answer()],
    status: "running",
  });
  return {
    listeners,
    answer,
    snapshot,
    subscribe: (listener: (event: AgentEvent) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit: (event: AgentEvent) => listeners.forEach((listener) => listener(event)),
    stream(more: string) {
      text += more;
      this.emit({ type: "delta", rowId: "a", text: more });
    },
  };
}

const textOf = ({ rows: [row] }: ChatSnapshot) => (row?.type === "answer" ? row.text : undefined);

describe("redrawIntervalMs", () => {
  it("M5.1 is a twelfth of a second for short answers, longer for long ones, and a second at most", () => {
    expect(redrawIntervalMs(0)).toBe(84);
    expect(redrawIntervalMs(4_000)).toBe(84);
    expect(redrawIntervalMs(20_000)).toBe(400);
    expect(redrawIntervalMs(1_000_000)).toBe(1_000);
  });
});

describe("the snapshot store", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("M5.1 draws at most 12 times a second while an answer streams", () => {
    const loop = fakeLoop();
    const store = createSnapshotStore(loop);
    const drawn: number[] = [];
    store.subscribe(() => drawn.push(performance.now()));
    const start = performance.now();
    for (let delta = 0; delta < 1_000; delta += 1) {
      loop.stream("x");
      vi.advanceTimersByTime(1);
    }
    const inFirstSecond = drawn.filter((time) => time - start < 1_000);
    expect(inFirstSecond.length).toBeGreaterThanOrEqual(11);
    expect(inFirstSecond.length).toBeLessThanOrEqual(12);
  });

  it("M5.1 draws a long answer less often, and what is not text at the usual pace", () => {
    const loop = fakeLoop();
    const store = createSnapshotStore(loop);
    let draws = 0;
    store.subscribe(() => (draws += 1));
    loop.stream("x".repeat(20_000));
    vi.advanceTimersByTime(0);
    expect(draws).toBe(1);
    loop.stream("y");
    // The partial answer, as it is stored once a second, is no reason to draw sooner.
    loop.emit({ type: "change", chatId: "c", change: { type: "row", row: loop.answer() } });
    vi.advanceTimersByTime(399);
    expect(draws).toBe(1);
    vi.advanceTimersByTime(1);
    expect(draws).toBe(2);

    loop.stream("z");
    loop.emit({ type: "status", status: "idle" });
    vi.advanceTimersByTime(84);
    expect(draws).toBe(3);
    expect(textOf(store.getSnapshot())).toMatch(/yz$/);
  });

  it("M5.1 draws several changes of one moment once, and always the last state", () => {
    const loop = fakeLoop();
    const store = createSnapshotStore(loop);
    const drawn: (string | undefined)[] = [];
    store.subscribe(() => drawn.push(textOf(store.getSnapshot())));
    for (const part of ["a", "b", "c"]) loop.stream(part);
    expect(drawn).toEqual([]);
    vi.advanceTimersByTime(0);
    loop.stream("d");
    vi.runAllTimers();
    expect(drawn).toEqual(["abc", "abcd"]);
  });

  it("gives the same snapshot between two draws", () => {
    const loop = fakeLoop();
    const store = createSnapshotStore(loop);
    store.subscribe(() => undefined);
    const before = store.getSnapshot();
    loop.stream("a");
    expect(store.getSnapshot()).toBe(before);
  });

  it("sees what happened before it was subscribed to, and hears nothing afterwards", () => {
    const loop = fakeLoop();
    const store = createSnapshotStore(loop);
    loop.stream("early");
    let draws = 0;
    const leave = store.subscribe(() => (draws += 1));
    expect(textOf(store.getSnapshot())).toBe("early");
    loop.stream(" late");
    leave();
    expect(vi.getTimerCount()).toBe(0);
    vi.runAllTimers();
    expect(draws).toBe(0);
    expect(loop.listeners.size).toBe(0);
  });
});
