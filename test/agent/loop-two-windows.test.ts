import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { storeWords } from "../../src/agent/notices";
import type { Provider } from "../../src/agent/ports/provider";
import type { MakeProvider } from "../../src/agent/run/route";
import { createLoop, decide, newSurroundings, send, settle, type Surroundings } from "./support/create-loop";
import type { StoreFaults } from "./support/memory-store";
import { answers, callsTools, deltas, scriptedProvider, type Step } from "./support/scripted-provider";
import { toldResults } from "./support/wire-view";

const write = callsTools([{ id: "w", name: "write_note", input: { name: "a", text: "b" } }]);
const run = { type: "run", edits: {} } as const;
const cancel = { type: "cancel" } as const;
const SECOND = 1000;
const ELSEWHERE = "info: Another window is at work in this chat. Until it is done, the chat can only be read here.";
const MOVED_ON = "info: This chat has gone on in another window meanwhile. This is how it stands now.";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets time go by in all windows. */
async function pass({ clock }: Surroundings, ms: number): Promise<void> {
  for (let gone = 0; gone < ms; gone += SECOND) {
    clock.now += SECOND;
    await vi.advanceTimersByTimeAsync(SECOND);
  }
  await settle();
}

const windowOn = (surroundings: Surroundings, ...script: Step[][]) =>
  createLoop({ script, surroundings, besideEarlier: true });

/** Two windows that show the same form. */
async function twoForms() {
  const surroundings = newSurroundings();
  const first = windowOn(surroundings, write, answers("Done."));
  await send(first.loop, "Write.");
  const second = windowOn(surroundings, answers("Seen."), answers("Next."));
  await second.loop.openLatest("any");
  return { first, second, call: first.waitingCall(), world: surroundings.world, surroundings };
}

/** Two windows on a chat with one answer; nothing goes on in it. */
async function twoIdle(firstScript: Step[][], secondScript: Step[][]) {
  const surroundings = newSurroundings();
  const first = windowOn(surroundings, answers("One."), ...firstScript);
  await send(first.loop, "One?");
  const second = windowOn(surroundings, ...secondScript);
  await second.loop.openLatest("any");
  surroundings.clock.now += SECOND;
  return { first, second, surroundings };
}

describe("C6 a form in two windows", () => {
  it("runs what was decided first, though the other window cancels before it has begun", async () => {
    const { first, second, call, world, surroundings } = await twoForms();
    const [ran, cancelled] = await Promise.all([decide(first.loop, call, run), decide(second.loop, call, cancel)]);
    expect([ran, cancelled]).toEqual([{ type: "answered" }, { type: "failed" }]);
    expect(world.runs).toHaveLength(1);
    expect(first.calls()[0]?.state.type).toBe("result");
    await pass(surroundings, 5 * SECOND);
    expect(second.calls()).toEqual(first.calls());
  });

  it("runs nothing where the other window cancelled first", async () => {
    const { first, second, call, world, surroundings } = await twoForms();
    const [cancelled, ran] = await Promise.all([decide(second.loop, call, cancel), decide(first.loop, call, run)]);
    expect([cancelled, ran]).toEqual([{ type: "answered" }, { type: "failed" }]);
    expect(world.runs).toEqual([]);
    await pass(surroundings, 5 * SECOND);
    expect(first.calls()[0]?.state.type).toBe("declined");
  });

  it("runs the values of the first, not those that the other window edited", async () => {
    const { first, second, call, world, surroundings } = await twoForms();
    await Promise.all([
      decide(first.loop, call, { type: "run", edits: { text: "first" } }),
      decide(second.loop, call, { type: "run", edits: { text: "second" } }),
    ]);
    await pass(surroundings, 5 * SECOND);
    expect(second.calls()).toEqual(first.calls());
    expect(second.loop.snapshot().status).toBe("idle");
    expect([...world.notes]).toEqual([["a", "first"]]);
  });

  it("does not end a call that the other window has begun, when this one is stopped", async () => {
    const { first, second, call, world } = await twoForms();
    const release = world.hold("write_note");
    const ran = decide(first.loop, call, run);
    await settle();
    await second.loop.stop();
    release();
    expect(await ran).toEqual({ type: "answered" });
    expect(first.calls()[0]?.state).toMatchObject({ type: "result", ran: true });
  });

  it("takes no word any more where the other window has acted on one, however little time has passed", async () => {
    const { first, second, call, surroundings } = await twoForms();
    await decide(first.loop, call, run);
    expect(await decide(second.loop, call, cancel)).toEqual({ type: "failed" });
    expect(second.calls()).toEqual(first.calls());
    expect(await send(second.loop, "And now?")).toEqual({ type: "answered" });
    expect(toldResults(second.lastView())["w"]).toBe("Wrote a.");
    expect(surroundings.world.runs).toHaveLength(1);
  });

  it("shows how the chat stands where a word comes too late", async () => {
    const { first, second, call, surroundings } = await twoForms();
    surroundings.clock.now += SECOND;
    await decide(first.loop, call, run);
    expect(await decide(second.loop, call, run)).toEqual({ type: "failed" });
    expect(second.rows()).toEqual([...first.rows(), MOVED_ON]);
    expect(second.loop.snapshot()).toMatchObject({ status: "idle", isElsewhere: false });
  });
});

describe("C6 a chat in which another window is at work", () => {
  it("can be read and not used; nothing in it is settled; it comes over when the other one is done", async () => {
    const { first, call, world, surroundings } = await twoForms();
    const release = world.hold("write_note");
    const ran = decide(first.loop, call, run);
    await settle();

    const third = windowOn(surroundings, answers("Yes."));
    await third.loop.openLatest("any");
    expect(third.rows()).toEqual(["user: Write.", "call: write_note intent", ELSEWHERE]);
    expect(third.loop.snapshot()).toMatchObject({ status: "idle", isElsewhere: true, canRetry: false });
    expect(third.loop.send("And?")).toEqual({ type: "not_sent", reason: "elsewhere" });
    expect(await third.loop.retry()).toBeUndefined();
    expect(await third.loop.switchProvider()).toBeUndefined();
    await third.loop.stop();

    // Longer than a claim holds that is not renewed.
    await pass(surroundings, 60 * SECOND);
    expect(third.loop.snapshot().isElsewhere).toBe(true);
    release();
    expect(await ran).toEqual({ type: "answered" });
    await pass(surroundings, 5 * SECOND);
    expect(third.rows()).toEqual(first.rows());
    expect(first.calls()[0]?.state).toMatchObject({ type: "result", ran: true });
    expect(third.calls()).toEqual(first.calls());
    expect(await send(third.loop, "And?")).toEqual({ type: "answered" });
    third.expectValidWireView();
  });

  it("is one whose window has begun a request there while it still stored what it settled", async () => {
    for (let ticks = 0; ticks < 20; ticks += 1) {
      const surroundings = newSurroundings();
      const first = windowOn(surroundings, [{ type: "hang" }]);
      void send(first.loop, "One?");
      await settle();
      await first.loop.close();
      const second = windowOn(surroundings, [{ type: "hang" }]);
      const isThere = Promise.withResolvers<undefined>();
      second.loop.subscribe(({ type }) => type === "chat" && isThere.resolve(undefined));
      const opened = second.loop.openLatest("any");
      await isThere.promise;
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      expect(second.loop.send("Two?").type).toBe("sent");
      await opened;
      await settle();
      const third = windowOn(surroundings);
      await third.loop.openLatest("any");
      expect({ ticks, isElsewhere: third.loop.snapshot().isElsewhere }).toEqual({ ticks, isElsewhere: true });
    }
  });

  it("is recovered eight seconds after the other window has died", async () => {
    const surroundings = newSurroundings();
    const first = createLoop({ script: [write], surroundings });
    await send(first.loop, "Write.");
    const dying = createLoop({
      script: [],
      surroundings,
      faults: { death: { save: 2, kept: true } },
    });
    await dying.loop.openLatest("any");
    void decide(dying.loop, dying.waitingCall(), run);
    await dying.store.died;
    const second = windowOn(surroundings);
    await second.loop.openLatest("any");
    expect(second.calls()[0]?.state.type).toBe("intent");
    await pass(surroundings, 6 * SECOND);
    expect(second.loop.snapshot().isElsewhere).toBe(true);
    await pass(surroundings, 4 * SECOND);
    expect(second.loop.snapshot().isElsewhere).toBe(false);
    expect(second.calls()[0]?.state).toMatchObject({ type: "unknown", reason: "crashed" });
  });

  it("is free at once where the other window was closed", async () => {
    const surroundings = newSurroundings();
    const first = windowOn(surroundings, [...deltas(["Half"]), { type: "hang" }]);
    void send(first.loop, "One?");
    await settle();
    await first.loop.close();
    const second = windowOn(surroundings, answers("Whole."));
    await second.loop.openLatest("any");
    expect(second.loop.snapshot().isElsewhere).toBe(false);
    expect(await second.loop.retry()).toEqual({ type: "answered" });
  });

  it("is lost to a window whose Mac slept: that one changes nothing any more, and shows how the chat stands", async () => {
    const { first, call, world, surroundings } = await twoForms();
    const release = world.hold("write_note");
    const ran = decide(first.loop, call, run);
    await settle();
    surroundings.clock.now += 30 * SECOND;
    const second = windowOn(surroundings, answers("Perhaps."));
    await second.loop.openLatest("any");
    expect(second.calls()[0]?.state).toMatchObject({ type: "unknown", reason: "crashed" });
    const held = Promise.withResolvers<undefined>();
    const asking = windowOn(surroundings, [{ type: "wait", until: () => held.promise }, ...answers("Yes.")]);
    await asking.loop.openLatest("any");
    const asked = send(asking.loop, "And?");
    await settle();

    await vi.advanceTimersByTimeAsync(5 * SECOND);
    expect(await ran).toEqual({ type: "failed" });
    release();
    await settle();
    expect(first.rows().at(-1)).toBe(ELSEWHERE);
    expect([...surroundings.disk.values()].flatMap((rows) => [...rows.values()]).join()).not.toContain("Stopped");
    expect(first.calls()[0]?.state).toMatchObject({ type: "unknown", reason: "crashed" });
    held.resolve(undefined);
    expect(await asked).toEqual({ type: "answered" });
  });

  it("C11 is lost as well to one that has settled it and is done: what was sent is said once, as is how it ended", async () => {
    const surroundings = newSurroundings();
    const first = windowOn(surroundings, [{ type: "hang" }]);
    const sent = first.loop.send("One?", [{ type: "selected_text", text: "Chosen." }]);
    await settle();
    surroundings.clock.now += 30 * SECOND;
    const second = windowOn(surroundings);
    await second.loop.openLatest("any");
    const settled = [
      "user: One?",
      "sent to the script: 1 selection",
      "warning: Orbit was closed before this request was finished. [retry]",
    ];
    expect(second.rows()).toEqual(settled);

    await pass(surroundings, 5 * SECOND);
    expect(sent.type === "sent" && (await sent.ended)).toEqual({ type: "failed" });
    await first.loop.stop();
    expect(first.rows()).toEqual([...settled, MOVED_ON]);
    const third = windowOn(surroundings);
    await third.loop.openLatest("any");
    expect(third.rows()).toEqual(settled);
  });

  it("takes no question once it is lost, and shows that at once; what was asked before waits in it", async () => {
    const taken = new Set<string>();
    for (let ticks = 0; ticks < 30; ticks += 1) {
      const { first, surroundings } = await twoIdle([[{ type: "hang" }]], []);
      void send(first.loop, "Two?");
      await settle();
      surroundings.clock.now += 30 * SECOND;
      const second = windowOn(surroundings, [{ type: "hang" }]);
      await second.loop.openLatest("any");
      void second.loop.retry();
      await settle();
      vi.advanceTimersByTime(2 * SECOND);
      for (let tick = 0; tick < ticks; tick += 1) {
        first.loop.snapshot();
        await Promise.resolve();
      }
      const isShown = first.loop.snapshot().isElsewhere;
      const sent = first.loop.send("Three?").type;
      taken.add(sent);
      expect({ ticks, isShown }).toEqual({ ticks, isShown: sent === "not_sent" });
      await settle();
      expect({ ticks, rows: first.rows().filter((row) => row.endsWith(": Three?")) }).toEqual({
        ticks,
        rows: sent === "queued" ? ["queued: Three?"] : [],
      });
      const stored = await first.store.load(first.loop.snapshot().header?.id ?? "");
      expect(stored?.chat.rows.some(({ type }) => type === "queued")).toBe(sent === "queued");
    }
    expect([...taken].sort()).toEqual(["not_sent", "queued"]);
  });

  it("keeps the question with which it is lost, whenever that comes", async () => {
    for (let ticks = 0; ticks < 60; ticks += 1) {
      const { first, surroundings } = await twoIdle([answers("Two.")], []);
      const two = send(first.loop, "Two?");
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      surroundings.clock.now += 30 * SECOND;
      const { id = "" } = first.loop.snapshot().header ?? {};
      const { now } = surroundings.clock;
      void first.store.takeLease(id, { window: "another", until: now + 60 * SECOND }, now);
      vi.advanceTimersByTime(2 * SECOND);
      await two;
      await settle();
      const stored = await first.store.load(id);
      const texts = stored?.chat.rows.map((row) => (row.type === "user" || row.type === "queued" ? row.text : ""));
      expect({ ticks, count: texts?.filter((text) => text === "Two?").length }).toEqual({ ticks, count: 1 });
    }
  });

  it("gets no answer any more from a window that slept while it came", async () => {
    const surroundings = newSurroundings();
    const first = windowOn(surroundings, [...deltas(["Half"]), { type: "hang" }]);
    const one = send(first.loop, "One?");
    await settle();
    surroundings.clock.now += 30 * SECOND;
    const second = windowOn(surroundings, [{ type: "hang" }]);
    await second.loop.openLatest("any");
    void second.loop.retry();
    await settle();
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    expect(await one).toEqual({ type: "failed" });
    const stored = await first.store.load(first.loop.snapshot().header?.id ?? "");
    expect(stored?.chat.messages.map(({ role }) => role)).toEqual(["user"]);
    expect(first.rows()).toEqual(["user: One?", ELSEWHERE]);
  });

  it("is not asked twice at once: who asks second finds the question waiting, and can send it after", async () => {
    const held = Promise.withResolvers<undefined>();
    const { first, second, surroundings } = await twoIdle(
      [[{ type: "wait", until: () => held.promise }, ...answers("Two.")]],
      [answers("Three.")],
    );
    const two = send(first.loop, "Two?");
    await settle();
    expect(await send(second.loop, "Three?")).toEqual({ type: "failed" });
    expect(second.rows().slice(-2)).toEqual([ELSEWHERE, "queued: Three?"]);
    held.resolve(undefined);
    expect(await two).toEqual({ type: "answered" });
    await pass(surroundings, 5 * SECOND);
    expect(second.rows().slice(-2)).toEqual(["answer (complete): Two.", "queued: Three?"]);
    expect(second.provider.requests).toEqual([]);
    await second.loop.sendNow(second.loop.snapshot().rows.at(-1)?.id ?? "");
    await settle();
    expect(second.rows().at(-1)).toBe("answer (complete): Three.");
    expect(JSON.stringify(second.lastView())).toContain("Two.");
    second.expectValidWireView();
  });
});

describe("C6 a window that closes while it waits for another one", () => {
  it("looks no more", async () => {
    const surroundings = newSurroundings();
    const first = windowOn(surroundings, [{ type: "hang" }]);
    void send(first.loop, "One?");
    await settle();
    const renewal = vi.getTimerCount();
    const second = windowOn(surroundings);
    await second.loop.openLatest("any");
    expect(vi.getTimerCount()).toBe(renewal + 1);
    // It is just looking when it closes.
    vi.advanceTimersByTime(5 * SECOND);
    await second.loop.close();
    await settle();
    expect(vi.getTimerCount()).toBe(renewal);
  });
});

describe("C11 New Chat while another window opens the chat with a form", () => {
  it("begins anew all the same: the next question does not wait behind that form", async () => {
    for (let ticks = 0; ticks < 20; ticks += 1) {
      const surroundings = newSurroundings();
      const first = windowOn(surroundings, write, answers("Next."));
      await send(first.loop, "Write.");
      const opened = windowOn(surroundings).loop.openLatest("any");
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      await first.loop.newChat();
      await opened;
      expect({ ticks, sent: await send(first.loop, "Next?") }).toEqual({ ticks, sent: { type: "answered" } });
    }
  });
});

describe("C1 what one window does to a chat, another one notices", () => {
  it("also that it has begun to ask again, though it died over that", async () => {
    const surroundings = newSurroundings();
    const faults: StoreFaults = {};
    const script = [answers("One."), answers("Again.")];
    const first = createLoop({ script, surroundings, faults, besideEarlier: true });
    await send(first.loop, "One?");
    const second = windowOn(surroundings, answers("Two."));
    await second.loop.openLatest("any");
    faults.death = { save: first.store.saves.length + 2, kept: false };
    surroundings.clock.now += SECOND;
    void first.loop.retry();
    await first.store.died;
    await pass(surroundings, 30 * SECOND);
    expect(await send(second.loop, "Two?")).toEqual({ type: "failed" });
    expect(second.provider.requests).toEqual([]);
    expect(second.rows().at(-1)).toBe("queued: Two?");
  });

  it("also that it has ended a form by opening the chat: what was sent is said once", async () => {
    const surroundings = newSurroundings();
    const first = windowOn(surroundings, write);
    first.loop.send("Write.", [{ type: "selected_text", text: "Chosen." }]);
    await settle();
    surroundings.clock.now += 25 * 60 * 60 * SECOND;
    const second = windowOn(surroundings);
    await second.loop.openLatest("any");
    surroundings.clock.now += SECOND;
    await first.loop.stop();
    expect(first.rows().filter((row) => row.startsWith("sent to"))).toEqual(["sent to the script: 1 selection"]);
    expect(first.rows().at(-1)).toBe(MOVED_ON);
  });

  it("also that it works there, where its request has begun before the chat was open", async () => {
    const { first, surroundings } = await twoIdle([[{ type: "hang" }]], []);
    const { id = "" } = first.loop.snapshot().header ?? {};
    await first.loop.close();
    const again = windowOn(surroundings, [{ type: "hang" }]);
    again.loop.subscribe(({ type }) => {
      // At the first moment at which the chat is there.
      if (type === "chat") queueMicrotask(() => void again.loop.send("Two?"));
    });
    await again.loop.open(id);
    await settle();
    expect(again.provider.requests).toHaveLength(1);
    const third = windowOn(surroundings);
    await third.loop.openLatest("any");
    expect(third.loop.snapshot().isElsewhere).toBe(true);
  });
});

describe("C14 a chat that has gone on in another window", () => {
  it("loses no question that was typed before this window has noticed", async () => {
    const taken = new Set<string>();
    for (let ticks = 0; ticks < 40; ticks += 1) {
      const { first, second, surroundings } = await twoIdle([answers("Two.")], []);
      await send(first.loop, "Two?");
      surroundings.clock.now += SECOND;
      const three = send(second.loop, "Three?");
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      const four = second.loop.send("Four?").type;
      await three;
      await settle();
      // By then the chat has been read anew, and the person sees it.
      if (four === "sent") break;
      taken.add(four);
      expect(second.provider.requests).toEqual([]);
      const waiting = four === "queued" ? ["queued: Three?", "queued: Four?"] : ["queued: Three?"];
      expect(second.rows().filter((row) => row.startsWith("queued"))).toEqual(waiting);
      const stored = await second.store.load(second.loop.snapshot().header?.id ?? "");
      expect(stored?.chat.rows.filter(({ type }) => type === "user")).toHaveLength(2);
    }
    expect(taken).toContain("queued");
    expect(taken).toContain("not_sent");
  });

  it("is read anew before anything is sent from what is known here; the question waits", async () => {
    const { first, second, surroundings } = await twoIdle([answers("Two.")], [answers("Three.")]);
    await send(first.loop, "Two?");
    surroundings.clock.now += SECOND;
    expect(await send(second.loop, "Three?")).toEqual({ type: "failed" });
    expect(second.rows()).toEqual([
      "user: One?",
      "answer (complete): One.",
      "user: Two?",
      "answer (complete): Two.",
      `${MOVED_ON} A question still waits: send it or take it back.`,
      "queued: Three?",
    ]);
    await second.loop.sendNow(second.loop.snapshot().rows.at(-1)?.id ?? "");
    await settle();
    expect(second.rows().at(-1)).toBe("answer (complete): Three.");
    const stored = await second.store.load(second.loop.snapshot().header?.id ?? "");
    expect(stored?.chat.messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    second.expectValidWireView();
  });

  it("sends a question that waits once, whichever windows want to", async () => {
    const held = Promise.withResolvers<undefined>();
    const { first, surroundings } = await twoIdle(
      [[{ type: "wait", until: () => held.promise }, ...answers("Two.")], answers("Three.")],
      [],
    );
    void send(first.loop, "Two?");
    await settle();
    first.loop.send("Three?");
    await settle();
    const [rows = new Map<string, string>()] = surroundings.disk.values();
    for (const key of rows.keys()) if (rows.get(key)?.includes('"queued"')) rows.delete(key);
    held.resolve(undefined);
    await settle();
    expect(first.provider.requests).toHaveLength(2);
    expect(first.rows().filter((row) => row.endsWith(": Three?"))).toEqual([]);
    expect(first.loop.snapshot().status).toBe("idle");
  });

  it("does not take back a question that another window has sent", async () => {
    const { first, surroundings } = await twoIdle([[{ type: "hang" }], answers("Three.")], []);
    void send(first.loop, "Two?");
    await settle();
    const three = first.loop.send("Three?");
    const rowId = three.type === "queued" ? three.id : "";
    await first.loop.stop();
    const second = windowOn(surroundings);
    await second.loop.openLatest("any");
    await first.loop.sendNow(rowId);
    await settle();
    expect(second.rows()).toContain("queued: Three?");
    expect(await second.loop.withdraw(rowId)).toBeUndefined();
    expect(first.rows()).toContain("user: Three?");
  });
});

describe("C12 a chat that is switched in one window while another shows it", () => {
  const other: Provider = { ...scriptedProvider([answers("New.")], "openai"), recipientKey: "openai@llm.example" };
  const choice = { provider: "openai", model: "scripted" } as const;

  /** Two windows on a chat with one answer; what the second asks there hangs. */
  async function twoThatSwitch() {
    const surroundings = newSurroundings();
    const before = scriptedProvider([answers("One."), [{ type: "hang" }]]);
    const makeProvider: MakeProvider = (asked) => (asked?.provider === "openai" ? other : before);
    const open = () => createLoop({ makeProvider, surroundings, besideEarlier: true });
    const first = open();
    await send(first.loop, "One?");
    const second = open();
    await second.loop.openLatest("any");
    surroundings.clock.now += SECOND;
    return { first, second, before, surroundings };
  }

  it("sends nothing more to whom it was with: the other window sees that it has moved", async () => {
    const { first, second, before, surroundings } = await twoThatSwitch();
    await first.loop.switchProvider(choice);
    surroundings.clock.now += SECOND;
    expect(await send(second.loop, "Two?")).toEqual({ type: "failed" });
    expect(before.requests).toHaveLength(1);
    expect(second.loop.snapshot().route).toMatchObject({ provider: "openai" });
    expect(second.rows().slice(-2)).toEqual([expect.stringContaining(MOVED_ON), "queued: Two?"]);
  });

  it("stays with whom it is while a request runs in the other window", async () => {
    const { first, second, surroundings } = await twoThatSwitch();
    const running = send(second.loop, "Two?");
    await settle();
    expect(await first.loop.switchProvider(choice)).toEqual({ type: "failed" });
    expect(first.rows().at(-1)).toBe(ELSEWHERE);
    await second.loop.stop();
    expect(await running).toEqual({ type: "stopped" });
    await pass(surroundings, 5 * SECOND);
    expect(first.loop.snapshot()).toMatchObject({ isElsewhere: false, route: { provider: "anthropic" } });
    expect(first.rows()).toEqual(second.rows());
  });

  it("stays with whom it is where the other window has gone on with it", async () => {
    const { first, second, surroundings } = await twoThatSwitch();
    void send(second.loop, "Two?");
    await settle();
    await second.loop.stop();
    surroundings.clock.now += SECOND;
    expect(await first.loop.switchProvider(choice)).toEqual({ type: "failed" });
    expect(first.loop.snapshot().route).toMatchObject({ provider: "anthropic" });
    expect(first.rows()).toEqual([...second.rows(), MOVED_ON]);
  });
});

describe("C15 a chat that is deleted in one window while it runs in another", () => {
  it("ends the run there: no further turn is paid for, and the chat does not come back", async () => {
    const surroundings = newSurroundings();
    const first = windowOn(surroundings, [...deltas(["Half"]), { type: "hang" }]);
    const ended = send(first.loop, "One?");
    await settle();
    const chatId = first.loop.snapshot().header?.id ?? "";
    await windowOn(surroundings).loop.deleteChat(chatId);
    await pass(surroundings, 5 * SECOND);
    expect(await ended).toEqual({ type: "failed" });
    expect(first.rows()).toEqual([
      "user: One?",
      "answer (stopped): Half",
      `error: ${storeWords({ type: "chat_deleted" })} [new_chat]`,
    ]);
    expect(await first.store.load(chatId)).toBeUndefined();
  });
});
