import { describe, expect, it } from "vitest";
import type { PersonAnswer } from "../../src/agent/run/decisions";
import { askUserTool } from "../../src/agent/tool/ask-user";
import { createLoop, decide, newSurroundings, send } from "./support/create-loop";
import { answers, callsTools, type ScriptedCall } from "./support/scripted-provider";
import { toldResults } from "./support/wire-view";

const HOUR = 60 * 60 * 1000;
const question = (id: string, more: object = {}): ScriptedCall => ({
  id,
  name: "ask_user",
  input: { question: "Which list?", ...more },
});
const choices = { choices: ["Home", "Work"] };

function withQuestions(...calls: ScriptedCall[]) {
  const surroundings = newSurroundings();
  surroundings.world.tools.push(askUserTool);
  return createLoop({ script: [callsTools(calls), answers("Done.")], surroundings });
}

/** A loop that waits for an answer to this question. */
async function asked(more: object = {}) {
  const harness = withQuestions(question("q", more));
  const end = await send(harness.loop, "Add milk.");
  return { ...harness, end, told: () => toldResults(harness.lastView())["q"] };
}

describe("C7 a question of the model's", () => {
  it("waits for the person, stored, and nothing runs", async () => {
    const { loop, end, calls, store, waitingCall, clock } = await asked(choices);
    expect(end).toEqual({ type: "awaiting_approval", callIds: [waitingCall()] });
    expect(loop.snapshot().status).toBe("awaiting_approval");
    expect(calls()[0]).toMatchObject({
      risk: "read",
      askedAt: clock.now,
      state: {
        type: "awaiting_answer",
        since: clock.now,
        question: { text: "Which list?", choices: ["Home", "Work"], freeText: false },
      },
    });
    expect(store.saves.at(-1)?.map((change) => change.type === "call" && change.call)).toContainEqual(calls()[0]);
  });

  it.each<[string, object, PersonAnswer, string]>([
    ["a choice", choices, { type: "choice", index: 1 }, "The person answered: Work"],
    ["words of their own", {}, { type: "text", text: " The blue one\n" }, "The person answered: The blue one"],
    [
      "words beside choices",
      { ...choices, free_text: true },
      { type: "text", text: "Neither" },
      "The person answered: Neither",
    ],
    [
      "nothing",
      choices,
      { type: "dismiss" },
      "The person did not answer this question. Go on without the answer, or say what you need it for.",
    ],
  ])("is answered with %s, and the request goes on", async (_name, more, answer, text) => {
    const { loop, told, waitingCall, expectValidWireView } = await asked(more);
    expect(await loop.answer(waitingCall(), answer)).toEqual({ type: "answered" });
    expect(told()).toBe(text);
    expectValidWireView();
  });

  it.each<[string, object, PersonAnswer]>([
    ["a choice that there is not", choices, { type: "choice", index: 2 }],
    ["a choice before the first", choices, { type: "choice", index: -1 }],
    ["words where only choices count", choices, { type: "text", text: "Neither" }],
    ["blank words", {}, { type: "text", text: " \n" }],
  ])("does not take %s", async (_name, more, answer) => {
    const { loop, waitingCall } = await asked(more);
    expect(loop.answer(waitingCall(), answer)).toBeUndefined();
    expect(loop.snapshot().status).toBe("awaiting_approval");
  });

  it("takes words where it has no choices, whatever the model says", async () => {
    const { calls } = await asked({ choices: [], free_text: false });
    expect(calls()[0]?.state).toMatchObject({ question: { choices: [], freeText: true } });
  });

  it("hands on at most 4,000 characters", async () => {
    const { loop, told, waitingCall } = await asked();
    await loop.answer(waitingCall(), { type: "text", text: "x".repeat(9_000) });
    expect(told()).toBe(`The person answered: ${"x".repeat(4_000)}`);
  });

  it("takes one answer, and no word that is meant for a form", async () => {
    const { loop, waitingCall, told } = await asked(choices);
    const id = waitingCall();
    expect(loop.decide(id, { type: "cancel" })).toBeUndefined();
    const first = loop.answer(id, { type: "choice", index: 0 });
    expect(loop.answer(id, { type: "choice", index: 1 })).toBeUndefined();
    await first;
    expect(told()).toBe("The person answered: Home");
  });

  it("ends with Stop and after 24 hours, and takes no answer then", async () => {
    const stopped = await asked();
    const id = stopped.waitingCall();
    await stopped.loop.stop();
    expect([stopped.calls()[0]?.state.type, stopped.loop.answer(id, { type: "text", text: "x" })]).toEqual([
      "expired",
      undefined,
    ]);
    const late = await asked();
    late.clock.now += 24 * HOUR + 1;
    await late.loop.answer(late.waitingCall(), { type: "text", text: "x" });
    expect(late.told()).toBe("No result: the request ended before this call gave one.");
  });

  it("waits when the chat opens again, and the answer goes on with the request", async () => {
    const first = await asked(choices);
    const { surroundings } = first;
    const { loop, waitingCall, lastView } = createLoop({ script: [answers("Done.")], surroundings });
    surroundings.clock.now += 23 * HOUR;
    expect(await loop.openLatest("waiting")).toBe(true);
    expect(loop.snapshot().status).toBe("awaiting_approval");
    expect(await loop.answer(waitingCall(), { type: "choice", index: 0 })).toEqual({ type: "answered" });
    expect(toldResults(lastView())["q"]).toBe("The person answered: Home");
  });

  it("is gone when the chat opens a day later", async () => {
    const { surroundings } = await asked();
    surroundings.clock.now += 24 * HOUR + 1;
    const { loop, calls } = createLoop({ surroundings });
    await loop.openLatest("any");
    expect([loop.snapshot().status, calls()[0]?.state.type]).toEqual(["idle", "expired"]);
  });

  it("is answered once, though two windows show it", async () => {
    const first = await asked(choices);
    const second = createLoop({ script: [], surroundings: first.surroundings });
    await second.loop.openLatest("any");
    const id = first.waitingCall();
    await first.loop.answer(id, { type: "choice", index: 0 });
    expect(await second.loop.answer(id, { type: "choice", index: 1 })).toEqual({ type: "failed" });
    expect(second.calls()).toEqual(first.calls());
  });
});

describe("C7 several questions", () => {
  it("wait beside forms, in call order", async () => {
    const write = { id: "w", name: "write_note", input: { name: "a", text: "b" } };
    const { loop, calls, world } = withQuestions(question("q"), write);
    const end = await send(loop, "Go.");
    const [first = "", second = ""] = calls().map(({ id }) => id);
    expect(end).toEqual({ type: "awaiting_approval", callIds: [first, second] });
    expect(await decide(loop, second, { type: "run", edits: {} })).toEqual({
      type: "awaiting_approval",
      callIds: [first],
    });
    expect(world.runs).toHaveLength(1);
    expect(await loop.answer(first, { type: "text", text: "Yes" })).toEqual({ type: "answered" });
  });

  it("are at most three in a request", async () => {
    const { loop, calls } = withQuestions(
      ...["1", "2", "3", "4"].map((id) => question(id, { question: `Which is number ${id}?` })),
    );
    await send(loop, "Go.");
    expect(calls().map(({ state }) => state.type)).toEqual([
      "awaiting_answer",
      "awaiting_answer",
      "awaiting_answer",
      "result",
    ]);
  });

  it("count in the budget of the request", async () => {
    const { loop } = createLoop({
      script: [callsTools([question("q"), question("r", { question: "And?" })]), answers("Done.")],
      surroundings: withQuestions().surroundings,
      limits: { maxCallsPerRequest: 1 },
    });
    await send(loop, "Go.");
    const [first, second] = [...loop.snapshot().calls.values()];
    expect(second?.state).toMatchObject({ summary: "Not run: too many calls" });
    expect(await loop.answer(first?.id ?? "", { type: "dismiss" })).toEqual({ type: "budget_reached" });
  });
});
