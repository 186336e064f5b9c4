import { describe, expect, it } from "vitest";
import { createLoop, decide, send, settle } from "./support/create-loop";
import { answers, callsTools, type ScriptedCall } from "./support/scripted-provider";
import { toldResults } from "./support/wire-view";

const HOUR = 60 * 60 * 1000;
const write = (id: string, name = "list", text = "milk"): ScriptedCall => ({
  id,
  name: "write_note",
  input: { name, text },
});
const DECLINED = "The person said no to this action. It was NOT carried out, and nothing was changed.";

/** A loop that waits for a word on these calls. */
async function asked(...calls: ScriptedCall[]) {
  const harness = createLoop({ script: [callsTools(calls), answers("Done.")] });
  const end = await send(harness.loop, "Write it.");
  const id = (index: number) => harness.calls()[index]?.id ?? "";
  return { ...harness, end, id, told: () => toldResults(harness.lastView()) };
}

describe("a form", () => {
  it("is shown before anything runs, and is stored", async () => {
    const { loop, end, rows, calls, world, store, clock, waitingCall } = await asked(write("w"));
    expect(end).toEqual({ type: "awaiting_approval", callIds: [waitingCall()] });
    expect([loop.snapshot().status, rows()]).toEqual([
      "awaiting_approval",
      ["user: Write it.", "call: write_note awaiting_approval"],
    ]);
    expect(calls()[0]?.state).toMatchObject({
      approval: {
        form: { title: "Write “list”", fields: [{ value: "list" }, { value: "milk" }, { value: "My Notes" }] },
      },
    });
    expect(calls()[0]?.askedAt).toBe(clock.now);
    expect(store.saves.at(-1)?.map((change) => change.type === "call" && change.call)).toContainEqual(calls()[0]);
    expect(world.runs).toEqual([]);
  });

  it("takes a word only for what it shows: not one that was given for another form", async () => {
    const { loop, waitingCall, world } = await asked(write("w"));
    expect(loop.decide(waitingCall(), { type: "run", digest: "of another form", edits: {} })).toBeUndefined();
    expect([loop.snapshot().status, world.runs]).toEqual(["awaiting_approval", []]);
    expect(await decide(loop, waitingCall(), { type: "run", edits: {} })).toEqual({ type: "answered" });
  });

  it("runs what it shows on Run, once, and goes on with the request", async () => {
    const { loop, waitingCall, rows, world, told, expectValidWireView } = await asked(write("w"));
    expect(await decide(loop, waitingCall(), { type: "run", edits: {} })).toEqual({ type: "answered" });
    expect(world.runs).toEqual([{ tool: "write_note", input: { name: "list", text: "milk" } }]);
    expect(rows()).toEqual(["user: Write it.", "call: write_note result", "answer (complete): Done."]);
    expect(told()).toEqual({ w: "Wrote list." });
    expectValidWireView();
  });

  it("runs the edited values and tells the model so", async () => {
    const { loop, waitingCall, world, told, calls } = await asked(write("w"));
    await decide(loop, waitingCall(), { type: "run", edits: { text: "milk\nbread" } });
    expect([...world.notes]).toEqual([["list", "milk\nbread"]]);
    expect(calls()[0]).toMatchObject({
      input: { name: "list", text: "milk" },
      editedInput: { name: "list", text: "milk\nbread" },
    });
    expect(told()["w"]).toBe(
      'The person edited the values before saying yes. What ran: {"name":"list","text":"milk\\nbread"}\n\nWrote list.',
    );
  });

  it("takes fields that come back unchanged for no edits", async () => {
    const { loop, waitingCall, told } = await asked(write("w"));
    await decide(loop, waitingCall(), { type: "run", edits: { name: "list", text: "milk" } });
    expect(told()["w"]).toBe("Wrote list.");
  });

  it("changes nothing by edits of a fixed field or of one that it does not have", async () => {
    const { loop, waitingCall, world, told } = await asked(write("w"));
    await decide(loop, waitingCall(), { type: "run", edits: { place: "Elsewhere", secret: "x", __proto__: "y" } });
    expect(world.runs).toEqual([{ tool: "write_note", input: { name: "list", text: "milk" } }]);
    expect(told()["w"]).toBe("Wrote list.");
  });

  it("runs nothing on Cancel, tells the model, and lets it answer", async () => {
    const { loop, waitingCall, rows, world, lastView } = await asked(write("w"));
    expect(await decide(loop, waitingCall(), { type: "cancel" })).toEqual({ type: "answered" });
    expect(world.runs).toEqual([]);
    expect(rows()[1]).toBe("call: write_note declined");
    expect(lastView()[2]?.content).toEqual([
      { type: "tool_result", toolUseId: "w", content: DECLINED, isError: false },
    ]);
  });

  it("runs nothing with edited values that are not valid, and says why", async () => {
    const { loop, waitingCall, world, told } = await asked(write("w"));
    await decide(loop, waitingCall(), { type: "run", edits: { name: "a name that is far too long" } });
    expect(world.runs).toEqual([]);
    expect(told()["w"]).toBe(
      "NOT run. The person edited the values and said yes, but the values are not valid. 'name' must be at most 20 characters long.",
    );
  });

  it("runs nothing where the tool refuses the edited values", async () => {
    const { loop, waitingCall, world, told, calls } = await asked(write("w"));
    await decide(loop, waitingCall(), { type: "run", edits: { name: "locked" } });
    expect(world.runs).toEqual([]);
    expect(told()["w"]).toBe(
      "NOT run. The person edited the values and said yes, but then the tool refused. Not allowed: This note is locked. Choose another name.",
    );
    expect(calls()[0]?.state).toMatchObject({ summary: "Not run: not allowed by macOS" });
  });

  it("takes edited values that the tool finds invalid for what they are", async () => {
    const { loop, waitingCall, world, told } = await asked(write("w"));
    await decide(loop, waitingCall(), { type: "run", edits: { name: "wrong" } });
    expect(world.runs).toEqual([]);
    expect(told()["w"]).toBe(
      "NOT run. The person edited the values and said yes, but the values are not valid. No note may be called that.",
    );
  });

  it("says nothing of edits where the tool refuses what the person left as it was", async () => {
    const { loop, waitingCall, world, told } = await asked(write("w"));
    world.refuses = "The disk is gone.";
    await decide(loop, waitingCall(), { type: "run", edits: {} });
    expect(world.runs).toEqual([]);
    expect(told()["w"]).toBe(
      "NOT run. The person said yes, but then the tool refused. Did not work: The disk is gone.",
    );
  });

  it.each<[string, string, string]>([
    ["an error", "fails", "Did not work: The note is locked."],
    ["an unknown outcome", "breaks", "It is unknown whether this action was carried out"],
  ])("tells the model of the edited values also before %s", async (_name, text, result) => {
    const { loop, waitingCall, told } = await asked(write("w"));
    await decide(loop, waitingCall(), { type: "run", edits: { text } });
    expect(told()["w"]).toContain(
      `The person edited the values before saying yes. What ran: {"name":"list","text":"${text}"}\n\n${result}`,
    );
    expect(told()["w"]?.startsWith("The person edited")).toBe(true);
  });

  it("tells the model of values that were edited before the form was shown again", async () => {
    const { loop, waitingCall, told } = await asked(write("w"));
    await decide(loop, waitingCall(), { type: "run", edits: { name: " plan " } });
    await decide(loop, waitingCall(), { type: "run", edits: {} });
    expect(told()["w"]).toBe(
      'The person edited the values before saying yes. What ran: {"name":"plan","text":"milk"}\n\nWrote plan.',
    );
  });

  it("is not shown where the tool refuses the values at once", async () => {
    const { end, world, told, calls } = await asked(write("w", "locked"));
    expect(end).toEqual({ type: "answered" });
    expect([world.runs, told()]).toEqual([
      [],
      { w: "NOT run. Not allowed: This note is locked. Choose another name." },
    ]);
    expect(calls()[0]?.state).toMatchObject({ ran: false, isError: true });
  });
});

describe("a form whose target has changed", () => {
  it("is shown again with what is so now, keeps what was typed, and runs on the second word", async () => {
    const { loop, waitingCall, world, calls } = await asked(write("w"));
    world.notes.set("list", "eggs");
    const edits = { text: "milk, eggs" };
    expect(await decide(loop, waitingCall(), { type: "run", edits })).toMatchObject({ type: "awaiting_approval" });
    expect(world.runs).toEqual([]);
    expect(calls()[0]?.state).toMatchObject({
      approval: { shownAgain: true, edits, form: { warning: "There is such a note already. It is replaced." } },
    });
    expect(await decide(loop, waitingCall(), { type: "run", edits })).toEqual({ type: "answered" });
    expect([...world.notes]).toEqual([["list", "milk, eggs"]]);
  });

  it("is shown again where an edit brings a warning that was not shown", async () => {
    const { loop, waitingCall, world, calls } = await asked(write("w"));
    world.notes.set("other", "keep me");
    await decide(loop, waitingCall(), { type: "run", edits: { name: "other" } });
    expect(world.runs).toEqual([]);
    expect(calls()[0]?.state).toMatchObject({
      approval: {
        shownAgain: true,
        form: { fields: [{ value: "other" }, { value: "milk" }, {}], warning: expect.any(String) as string },
      },
    });
  });

  it("is shown again where the tool makes something else of an edited value", async () => {
    const { loop, waitingCall, world, calls } = await asked(write("w"));
    await decide(loop, waitingCall(), { type: "run", edits: { name: "  trimmed  " } });
    expect(world.runs).toEqual([]);
    expect(calls()[0]?.state).toMatchObject({ approval: { form: { fields: [{ value: "trimmed" }, {}, {}] } } });
    await decide(loop, waitingCall(), { type: "run", edits: {} });
    expect([...world.notes]).toEqual([["trimmed", "milk"]]);
  });
});

describe("several forms of one turn", () => {
  it("wait each for its own word, and the request goes on after the last", async () => {
    const { loop, end, id, world, told, expectValidWireView } = await asked(write("a", "one"), write("b", "two"));
    expect(end).toEqual({ type: "awaiting_approval", callIds: [id(0), id(1)] });
    expect(await decide(loop, id(1), { type: "run", edits: {} })).toEqual({
      type: "awaiting_approval",
      callIds: [id(0)],
    });
    expect([...world.notes.keys()]).toEqual(["two"]);
    expect(await decide(loop, id(0), { type: "cancel" })).toEqual({ type: "answered" });
    expect(told()).toEqual({ a: DECLINED, b: "Wrote two." });
    expectValidWireView();
  });

  it("take a word while another call runs, and never run beside it", async () => {
    const { loop, id, world } = await asked(write("a", "one"), write("b", "two"));
    const release = world.hold("write_note", "one");
    const first = decide(loop, id(0), { type: "run", edits: {} });
    await settle();
    const second = decide(loop, id(1), { type: "run", edits: {} });
    await settle();
    expect(world.runs.map(({ input }) => input["name"])).toEqual(["one"]);
    release();
    expect([await first, await second]).toEqual([{ type: "answered" }, { type: "answered" }]);
    expect([[...world.notes.keys()], world.running.most]).toEqual([["one", "two"], 1]);
  });

  it("do not keep the reads of the turn waiting", async () => {
    const { world, calls } = await asked(write("w"), { id: "r", name: "find_notes", input: { query: "tax" } });
    expect(calls().map(({ state }) => state.type)).toEqual(["awaiting_approval", "result"]);
    expect(world.runs.map(({ tool }) => tool)).toEqual(["find_notes"]);
  });
});

describe("a decision", () => {
  it("counts once, also when it comes twice at the same moment", async () => {
    const { loop, waitingCall, world } = await asked(write("w"));
    const call = waitingCall();
    const [first, second] = await Promise.all([
      decide(loop, call, { type: "run", edits: {} }),
      decide(loop, call, { type: "cancel" }),
    ]);
    expect([first, second]).toEqual([{ type: "answered" }, undefined]);
    expect(await decide(loop, call, { type: "run", edits: {} })).toBeUndefined();
    expect(world.runs).toHaveLength(1);
  });

  it("is not taken for a call that does not exist, or after the request was stopped", async () => {
    const { loop, waitingCall, world } = await asked(write("w"));
    const call = waitingCall();
    expect(await decide(loop, "nothing", { type: "run", edits: {} })).toBeUndefined();
    await loop.stop();
    expect(await decide(loop, call, { type: "run", edits: {} })).toBeUndefined();
    expect(world.runs).toEqual([]);
  });

  it("is never lost, whenever it comes after the form appeared", async () => {
    for (let ticks = 0; ticks < 60; ticks += 1) {
      const { loop, world } = createLoop({ script: [callsTools([write("w")]), answers("Done.")] });
      const { promise, resolve } = Promise.withResolvers<unknown>();
      loop.subscribe((event) => {
        if (
          event.type !== "change" ||
          event.change.type !== "call" ||
          event.change.call.state.type !== "awaiting_approval"
        )
          return;
        const { id } = event.change.call;
        void (async () => {
          for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
          resolve(await decide(loop, id, { type: "run", edits: {} }));
        })();
      });
      await send(loop, "Write it.");
      expect([await promise, loop.snapshot().status, world.runs.length]).toEqual([{ type: "answered" }, "idle", 1]);
    }
  });

  it("that comes a day too late runs nothing", async () => {
    const { loop, waitingCall, world, clock, told } = await asked(write("w"));
    clock.now += 24 * HOUR + 1;
    expect(await decide(loop, waitingCall(), { type: "run", edits: {} })).toEqual({ type: "answered" });
    expect([world.runs, told()]).toEqual([
      [],
      { w: "NOT run: the request ended before this call was started. Nothing was changed." },
    ]);
  });

  it("that comes just in time runs", async () => {
    const { loop, waitingCall, world, clock } = await asked(write("w"));
    clock.now += 24 * HOUR;
    await decide(loop, waitingCall(), { type: "run", edits: {} });
    expect(world.runs).toHaveLength(1);
  });
});

describe("a destructive call", () => {
  it("shows its warning and what it deletes", async () => {
    const { calls, world } = await asked({ id: "d", name: "delete_note", input: { name: "old" } });
    expect(calls()[0]).toMatchObject({
      risk: "destructive",
      state: { approval: { form: { warning: "It cannot be brought back." } } },
    });
    expect(world.runs).toEqual([]);
  });
});
