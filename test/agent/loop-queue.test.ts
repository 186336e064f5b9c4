import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { Attachment } from "../../src/agent/chat/attachments";
import { ProviderError } from "../../src/agent/ports/provider-error";
import type { StoreErrorDetail } from "../../src/agent/ports/store";
import { defineTool } from "../../src/agent/tool/define-tool";
import { createLoop, decide, newSurroundings, send, settle } from "./support/create-loop";
import { answers, callsTools, ends, type Script, type Step } from "./support/scripted-provider";

const write = callsTools([{ id: "w", name: "write_note", input: { name: "a", text: "b" } }]);
const WAITING = "A question still waits: send it or take it back.";

/** A model that begins to answer and goes on when it is let; after that it answers at once. */
function held(...first: Step[]) {
  const gate = Promise.withResolvers<undefined>();
  const waits: Step = { type: "wait", until: () => gate.promise };
  const script: Script = (_request, index) => (index === 0 ? [waits, ...first] : answers(`Answer ${index + 1}.`));
  return { script, goOn: () => gate.resolve(undefined) };
}

/** The questions that the model was sent with its requests, the newest of each. */
function asked({ provider }: ReturnType<typeof createLoop>): string[] {
  return provider.requests.map(({ messages }) => {
    const block = messages.at(-1)?.content.at(-1);
    return block?.type === "text" ? block.text : "";
  });
}

const queue = (loop: ReturnType<typeof createLoop>["loop"], text: string) => {
  const sent = loop.send(text);
  if (sent.type !== "queued") throw new Error(`"${text}" was not queued`);
  return sent.id;
};

describe("C14 a question that comes while a request goes on", () => {
  it("is not sent any more once the window closes, also where the person has just said Send Now", async () => {
    const { script } = held(...answers("Answer 1."));
    const harness = createLoop({ script });
    const { loop } = harness;
    void send(loop, "One?");
    await settle();
    const sentNow = loop.sendNow(queue(loop, "Two?"));
    await Promise.all([loop.close(), sentNow]);
    await settle();
    expect(asked(harness)).toEqual(["One?"]);
  });

  it("waits below the chat, and is sent as a request of its own when that has ended", async () => {
    const { script, goOn } = held(...answers("Answer 1."));
    const harness = createLoop({ script });
    const { loop, rows, provider } = harness;
    const first = send(loop, "One?");
    await settle();
    queue(loop, "Two?");
    queue(loop, "Three?");
    expect(rows()).toEqual(["user: One?", "queued: Two?", "queued: Three?"]);
    goOn();
    expect(await first).toEqual({ type: "answered" });
    await settle();
    expect(asked(harness)).toEqual(["One?", "Two?", "Three?"]);
    expect(provider.requests[0]?.messages).toHaveLength(1);
    expect(rows()).toEqual([
      "user: One?",
      "answer (complete): Answer 1.",
      "user: Two?",
      "answer (complete): Answer 2.",
      "user: Three?",
      "answer (complete): Answer 3.",
    ]);
    expect(loop.snapshot().status).toBe("idle");
    harness.expectValidWireView();
  });

  it.each([
    ["first", []],
    ["later", ["Zero?"]],
  ])("never brings the %s question into the store without its message, however soon it comes", async (_, earlier) => {
    for (let ticks = 0; ticks < 20; ticks += 1) {
      const { loop, store } = createLoop({ script: () => answers("Yes.") });
      for (const question of earlier) await send(loop, question);
      const first = send(loop, "One?");
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      loop.send("Two?");
      expect(await first).toEqual({ type: "answered" });
      await settle();
      for (const save of store.saves) {
        const questions = save.filter((change) => change.type === "row" && change.row.type === "user");
        const messages = save.filter((change) => change.type === "message" && change.message.role === "user");
        expect({ ticks, messages: messages.length }).toEqual({ ticks, messages: questions.length });
      }
    }
  });

  it("stands below what the request still shows", async () => {
    const { script, goOn } = held({ type: "progress_note", text: "Looking." }, { type: "hang" });
    const { loop, rows } = createLoop({ script });
    void send(loop, "One?");
    await settle();
    queue(loop, "Two?");
    goOn();
    await settle();
    expect(rows()).toEqual(["user: One?", "progress: Looking.", "queued: Two?"]);
  });

  it("takes along what was chosen when it was typed, and the time at which it is sent", async () => {
    const { script, goOn } = held(...answers("Answer 1."));
    const { loop, clock, lastView } = createLoop({ script });
    void send(loop, "One?");
    await settle();
    const chip: Attachment = { type: "selected_text", text: "the chosen words" };
    loop.send("Two?", [chip]);
    clock.now += 60 * 60 * 1000;
    goOn();
    await settle();
    const context = JSON.stringify(lastView().at(-1));
    expect(context).toContain("the chosen words");
    expect(context).toContain("2026-09-28T22:30:00");
    expect(loop.snapshot().rows[2]).toMatchObject({ type: "user", text: "Two?", attachments: [chip] });
  });

  it.each<[string, Step[]]>([
    ["is refused", [ends([], { type: "refusal" })]],
    ["is cut off", [ends([{ type: "text", text: "Half" }], { type: "max_tokens" })]],
  ])("is sent also where the request before it %s", async (_, steps) => {
    const { script, goOn } = held(...steps);
    const harness = createLoop({ script });
    void send(harness.loop, "One?");
    await settle();
    queue(harness.loop, "Two?");
    goOn();
    await settle();
    expect(asked(harness)).toEqual(["One?", "Two?"]);
  });

  it("stays waiting after a failure, which says so; Try Again goes on to it", async () => {
    const { script, goOn } = held({ type: "fail", error: new ProviderError({ type: "overloaded" }) });
    const harness = createLoop({ script });
    const { loop, rows } = harness;
    const first = send(loop, "One?");
    await settle();
    queue(loop, "Two?");
    goOn();
    expect(await first).toEqual({ type: "failed" });
    await settle();
    expect(rows().slice(1)).toEqual([
      `error: The provider is overloaded just now. Try again in a moment. ${WAITING} [retry]`,
      "queued: Two?",
    ]);
    expect(await loop.retry()).toEqual({ type: "answered" });
    await settle();
    expect(asked(harness)).toEqual(["One?", "One?", "Two?"]);
    expect(rows().at(-1)).toBe("answer (complete): Answer 3.");
  });

  it("stays waiting after Stop, which says so", async () => {
    const { script } = held();
    const { loop, rows, provider } = createLoop({ script });
    void send(loop, "One?");
    await settle();
    queue(loop, "Two?");
    queue(loop, "Three?");
    await loop.stop();
    await settle();
    expect(rows()).toEqual([
      "user: One?",
      "info: Stopped. 2 questions still wait: send them or take them back. [retry]",
      "queued: Two?",
      "queued: Three?",
    ]);
    expect(provider.requests).toHaveLength(1);
  });

  it("is not sent by a stop that comes just as the request before it ends", async () => {
    for (let ticks = 0; ticks < 60; ticks += 1) {
      const { script, goOn } = held(...answers("Answer 1."));
      const { loop, rows } = createLoop({ script });
      void send(loop, "One?");
      await settle();
      queue(loop, "Two?");
      goOn();
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      await loop.stop();
      expect(loop.snapshot().status).toBe("idle");
      const before = rows();
      await settle();
      expect(rows()).toEqual(before);
      expect(rows().filter((row) => row.endsWith(": Two?"))).toHaveLength(1);
    }
  });

  it("waits behind a form without settling it, and is sent when the request with the form has ended", async () => {
    const script: Script = (_request, index) => (index === 0 ? write : answers(`Answer ${index + 1}.`));
    const { loop, rows, world, waitingCall } = createLoop({ script });
    await send(loop, "Write.");
    queue(loop, "Two?");
    await settle();
    expect(rows()).toEqual(["user: Write.", "call: write_note awaiting_approval", "queued: Two?"]);
    expect(await decide(loop, waitingCall(), { type: "run", edits: {} })).toEqual({ type: "answered" });
    await settle();
    expect(world.runs).toHaveLength(1);
    expect(rows().slice(-3)).toEqual(["answer (complete): Answer 2.", "user: Two?", "answer (complete): Answer 3."]);
  });

  it("is not taken where 20 wait already", async () => {
    const { script } = held();
    const { loop } = createLoop({ script, limits: { maxQueued: 2 } });
    void send(loop, "One?");
    await settle();
    queue(loop, "Two?");
    queue(loop, "Three?");
    expect(loop.send("Four?")).toEqual({ type: "not_sent", reason: "too_many", maxQueued: 2 });
  });
});

describe("C14 a question that waits", () => {
  it("can be taken back, with its text; after that it is never sent", async () => {
    const { script, goOn } = held(...answers("Answer 1."));
    const harness = createLoop({ script });
    const { loop, rows, surroundings, store } = harness;
    void send(loop, "One?");
    await settle();
    const id = queue(loop, "Two?");
    expect(rows()).toEqual(["user: One?", "queued: Two?"]);
    expect(await loop.withdraw(id)).toBe("Two?");
    expect(await loop.withdraw(id)).toBeUndefined();
    expect(rows()).toEqual(["user: One?"]);
    goOn();
    await settle();
    expect(asked(harness)).toEqual(["One?"]);
    const [chatId = ""] = surroundings.disk.keys();
    expect((await store.load(chatId))?.chat.rows.map(({ type }) => type)).toEqual(["user", "answer"]);
  });

  it("does not hold up a question that is asked while it is taken back", async () => {
    const { script } = held();
    const { loop, clock, rows } = createLoop({ script });
    void send(loop, "One?");
    await settle();
    const id = queue(loop, "Two?");
    await loop.stop();
    const taken = loop.withdraw(id);
    clock.now += 1000;
    expect(await send(loop, "Three?")).toEqual({ type: "answered" });
    expect(await taken).toBe("Two?");
    expect(rows().slice(-2)).toEqual(["user: Three?", "answer (complete): Answer 2."]);
  });

  it("is either sent or taken back, whenever its taking back comes", async () => {
    const outcomes = new Set<string>();
    for (let ticks = 0; ticks < 80; ticks += 1) {
      const { script, goOn } = held(...answers("Answer 1."));
      const harness = createLoop({ script });
      const { loop, rows } = harness;
      void send(loop, "One?");
      await settle();
      const id = queue(loop, "Two?");
      await settle();
      goOn();
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      const text = await loop.withdraw(id);
      await settle();
      const isSent = asked(harness).includes("Two?");
      outcomes.add(isSent ? "sent" : "taken back");
      expect({ ticks, isSent, rows: rows().filter((row) => row.endsWith(": Two?")) }).toEqual({
        ticks,
        isSent: text === undefined,
        rows: text === undefined ? ["user: Two?"] : [],
      });
      expect(rows().filter((row) => row.includes("another window"))).toEqual([]);
    }
    expect([...outcomes].sort()).toEqual(["sent", "taken back"]);
  });

  it("can be sent now: what goes on is stopped, and the others wait on until it is answered", async () => {
    const { script } = held();
    const harness = createLoop({ script });
    const { loop, rows } = harness;
    const first = send(loop, "One?");
    await settle();
    queue(loop, "Two?");
    await loop.sendNow(queue(loop, "Three?"));
    expect(await first).toEqual({ type: "stopped" });
    await settle();
    expect(asked(harness)).toEqual(["One?", "Three?", "Two?"]);
    expect(rows().filter((row) => row.startsWith("queued"))).toEqual([]);
    harness.expectValidWireView();
  });

  it("is sent once, and after another one where both are to be sent now", async () => {
    const { script } = held();
    const harness = createLoop({ script });
    const { loop } = harness;
    void send(loop, "One?");
    await settle();
    const [two, three] = [queue(loop, "Two?"), queue(loop, "Three?")];
    await Promise.all([loop.sendNow(three), loop.sendNow(two), loop.sendNow(three)]);
    await settle();
    expect(asked(harness)).toEqual(["One?", "Three?", "Two?"]);
    harness.expectValidWireView();
  });

  it("stays waiting where the chat is left while what goes on is stopped", async () => {
    const { script } = held();
    const harness = createLoop({ script });
    const { loop, rows } = harness;
    void send(loop, "One?");
    await settle();
    const chatId = loop.snapshot().header?.id ?? "";
    await Promise.all([loop.sendNow(queue(loop, "Two?")), loop.newChat()]);
    await settle();
    expect(asked(harness)).toEqual(["One?"]);
    await loop.open(chatId);
    expect(rows().filter((row) => row.startsWith("queued"))).toEqual(["queued: Two?"]);
  });

  it("ends a form that stands in its way only where it is to be sent now", async () => {
    const script: Script = (_request, index) => (index === 0 ? write : answers("Next."));
    const { loop, rows, world } = createLoop({ script });
    await send(loop, "Write.");
    await loop.sendNow(queue(loop, "Two?"));
    await settle();
    expect(world.runs).toEqual([]);
    expect(rows()[1]).toBe("call: write_note expired");
    expect(rows().slice(-2)).toEqual(["user: Two?", "answer (complete): Next."]);
  });

  it("is what a review takes for typed when it is sent, not the question before it", async () => {
    const surroundings = newSurroundings();
    const typed: string[] = [];
    const shout = defineTool({
      name: "shout",
      title: "Shout",
      description: "Shouts.",
      parameters: z.object({}),
      category: "orbit",
      risk: "write",
      label: () => "Shouting…",
      review: (_input, { text }) => {
        typed.push(text);
        return { risk: "draft" };
      },
      prepare: (input) =>
        Promise.resolve({ input, target: null, form: { title: "", message: "", fields: [], confirmLabel: "" } }),
      run: () => Promise.resolve({ text: "Loud." }),
    });
    surroundings.world.tools.push(shout);
    const script = [callsTools([{ id: "a", name: "shout" }]), answers("1"), callsTools([{ id: "b", name: "shout" }])];
    const { loop } = createLoop({ script: [...script, answers("2")], surroundings });
    void send(loop, "One?");
    queue(loop, "Two?");
    await settle();
    expect([...new Set(typed)]).toEqual(["One?", "Two?"]);
    expect(loop.snapshot().rows.at(-1)).toMatchObject({ type: "answer", text: "2" });
  });

  it("stays in its chat when that is left, and is not sent by itself when it opens again", async () => {
    const { script } = held();
    const first = createLoop({ script });
    void send(first.loop, "One?");
    await settle();
    queue(first.loop, "Two?");
    const { surroundings } = first;
    await first.loop.newChat();
    const second = createLoop({ script: () => answers("Yes."), surroundings });
    await second.loop.openLatest("any");
    await settle();
    expect(second.rows()).toEqual(["user: One?", `info: Stopped. ${WAITING} [retry]`, "queued: Two?"]);
    expect(second.provider.requests).toEqual([]);
    const row = second.loop.snapshot().rows.at(-1);
    await second.loop.sendNow(row?.id ?? "");
    await settle();
    expect(asked(second)).toEqual(["Two?"]);
    second.expectValidWireView();
  });

  it("is not lost on a full disk: it stays waiting, and can be sent when there is room", async () => {
    const trouble: { detail?: StoreErrorDetail } = {};
    const { script, goOn } = held(...answers("Answer 1."));
    const harness = createLoop({ script, faults: { failure: () => trouble.detail } });
    const { loop, rows, store, surroundings } = harness;
    const first = send(loop, "One?");
    await settle();
    const id = queue(loop, "Two?");
    await settle();
    loop.subscribe((event) => {
      if (event.type === "status" && loop.snapshot().status === "idle") trouble.detail = { type: "full" };
    });
    goOn();
    await first;
    await settle();
    expect(rows().slice(-2)).toEqual([
      `error: Orbit could not save the chat because the disk is full. Make room and try again. ${WAITING}`,
      "queued: Two?",
    ]);
    await expect(loop.withdraw(id)).rejects.toMatchObject({ detail: { type: "full" } });
    delete trouble.detail;
    await loop.sendNow(id);
    await settle();
    expect(asked(harness)).toEqual(["One?", "Two?"]);
    const [chatId = ""] = surroundings.disk.keys();
    expect((await store.load(chatId))?.chat.rows.filter(({ type }) => type === "user")).toHaveLength(2);
  });
});

describe("C14 a crash at any save", () => {
  it("leaves a question that waits either waiting or sent: never lost, never twice", async () => {
    let deaths = 0;
    for (let save = 1, isOver = false; !isOver; save += 1) {
      for (const kept of [false, true]) {
        const { script, goOn } = held(...answers("Answer 1."));
        const surroundings = newSurroundings();
        const first = createLoop({ script, surroundings, faults: { death: { save, kept } } });
        void first.loop.send("One?");
        await settle();
        const sent = first.loop.send("Two?");
        await settle();
        goOn();
        await settle();
        isOver = first.provider.requests.length === 2 && first.loop.snapshot().status === "idle";
        if (isOver) break;
        deaths += 1;
        const wasStored = [...surroundings.disk.values()].some((rows) =>
          [...rows.values()].some((text) => text.includes("Two?")),
        );

        const second = createLoop({ script: () => answers("Yes."), surroundings });
        if (!(await second.loop.openLatest("any")) || sent.type !== "queued") continue;
        const shown = second.rows().filter((row) => row.endsWith(": Two?"));
        expect(shown).toHaveLength(wasStored ? 1 : 0);
        if (shown[0] === "queued: Two?") await second.loop.sendNow(sent.id);
        else await second.loop.retry();
        await settle();
        const view = JSON.stringify(second.lastView());
        expect(view.split('"Two?"').length - 1).toBe(wasStored ? 1 : 0);
        second.expectValidWireView();
      }
    }
    expect(deaths).toBeGreaterThan(8);
  });
});
