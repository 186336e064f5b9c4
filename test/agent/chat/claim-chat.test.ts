import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { claimChat, type ClaimLoss } from "../../../src/agent/chat/claim-chat";
import { StoreError } from "../../../src/agent/ports/store";
import { memoryStore, type Disk } from "../support/memory-store";

const LIFE = 20_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Windows on one disk, with the losses that each was told of. */
function windows() {
  const disk: Disk = new Map();
  const store = memoryStore(disk);
  const clock = { now: 0 };
  const claim = (
    windowId: string,
    losses: ClaimLoss[] = [],
    claims: Parameters<typeof claimChat>[0]["store"] = store,
  ) => {
    const context = { store: claims, windowId, limits: { leaseMs: LIFE }, now: () => new Date(clock.now) };
    return claimChat(context, "c", (loss) => losses.push(loss));
  };
  const pass = async (ms: number) => {
    for (let gone = 0; gone < ms; gone += 1000) {
      clock.now += 1000;
      await vi.advanceTimersByTimeAsync(1000);
    }
  };
  return { store, clock, claim, pass };
}

describe("C6 a claim on a chat", () => {
  it("keeps other windows out for as long as it is held, and lets them in when it is dropped", async () => {
    const { claim, pass } = windows();
    const first = await claim("a");
    expect(first.isOurs).toBe(true);
    await pass(10 * LIFE);
    expect((await claim("b")).isOurs).toBe(false);
    await first.drop();
    expect((await claim("b")).isOurs).toBe(true);
  });

  it("is not renewed after it was dropped", async () => {
    const { claim, pass } = windows();
    await (await claim("a")).drop();
    await pass(LIFE);
    expect((await claim("b")).isOurs).toBe(true);
  });

  it("of a window that lost it to another one tells it so, once", async () => {
    const { claim, clock, pass } = windows();
    const losses: ClaimLoss[] = [];
    await claim("a", losses);
    clock.now += LIFE;
    expect((await claim("b")).isOurs).toBe(true);
    await pass(LIFE);
    expect(losses).toEqual(["taken"]);
  });

  it("is lost as well to one that has had the chat meanwhile and is done with it", async () => {
    const { claim, clock, pass } = windows();
    const losses: ClaimLoss[] = [];
    await claim("a", losses);
    clock.now += LIFE;
    await (await claim("b")).drop();
    await pass(LIFE);
    expect(losses).toEqual(["taken"]);
    expect((await claim("b")).isOurs).toBe(true);
  });

  it("goes on after it has lapsed, where no other window has had the chat", async () => {
    const { claim, clock, pass } = windows();
    const losses: ClaimLoss[] = [];
    await claim("a", losses);
    clock.now += 10 * LIFE;
    await pass(LIFE);
    expect(losses).toEqual([]);
    expect((await claim("b")).isOurs).toBe(false);
  });

  it("is not told to be lost once it was dropped, though a renewal was on its way", async () => {
    const { claim, clock } = windows();
    const losses: ClaimLoss[] = [];
    const first = await claim("a", losses);
    clock.now += LIFE;
    await claim("b");
    vi.advanceTimersByTime(LIFE / 4);
    await first.drop();
    await vi.advanceTimersByTimeAsync(0);
    expect(losses).toEqual([]);
  });

  it("of a chat that was deleted tells so, once", async () => {
    const { claim, store, pass } = windows();
    const losses: ClaimLoss[] = [];
    await claim("a", losses);
    await store.delete("c");
    await pass(LIFE);
    expect(losses).toEqual(["deleted"]);
  });

  it("that could not be made at first is made as soon as the store takes it", async () => {
    const { claim, store, pass } = windows();
    let failures = 1;
    const takeLease: typeof store.takeLease = (...asked) =>
      (failures -= 1) < 0 ? store.takeLease(...asked) : Promise.reject(new StoreError({ type: "locked" }));
    const losses: ClaimLoss[] = [];
    await claim("a", losses, { ...store, takeLease });
    await pass(LIFE);
    expect(losses).toEqual([]);
    expect((await claim("b")).isOurs).toBe(false);
  });

  it("is not given up for renewals that fail, nor is the work refused for one that cannot be made", async () => {
    const { claim, pass } = windows();
    const losses: ClaimLoss[] = [];
    const full = {
      takeLease: () => Promise.reject(new StoreError({ type: "full" })),
      renewLease: () => Promise.reject(new StoreError({ type: "full" })),
      dropLease: () => Promise.resolve(),
    };
    const first = await claim("a", losses, full);
    await pass(LIFE);
    expect([first.isOurs, losses]).toEqual([true, []]);
  });
});
