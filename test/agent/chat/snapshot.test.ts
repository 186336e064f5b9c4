import { describe, expect, it } from "vitest";
import { createLoop, send, settle } from "../support/create-loop";
import { answers, callsTools, deltas, type Step } from "../support/scripted-provider";

const look = callsTools([{ id: "a", name: "find_notes", input: { query: "tax" } }]);

/** A chat with a call, in which an answer streams; `more` lets the next piece come. */
async function streaming() {
  const pieces = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const waits = pieces.map(({ promise }): Step => ({ type: "wait", until: () => promise }));
  const [first, second] = waits;
  const steps = [...deltas(["One"]), ...(first ? [first] : []), ...deltas([" two"]), ...(second ? [second] : [])];
  const { loop } = createLoop({ script: [look, [...steps, ...answers(" three").slice(0, 1), { type: "hang" }]] });
  void send(loop, "Count.");
  await settle();
  const more = async () => {
    pieces.shift()?.resolve(undefined);
    await settle();
  };
  return { loop, more };
}

describe("the snapshot of a chat into which an answer streams", () => {
  it("holds the text so far, in a new snapshot for every piece", async () => {
    const { loop, more } = await streaming();
    const before = loop.snapshot();
    await more();
    const after = loop.snapshot();
    expect(before.rows.at(-1)).toMatchObject({ text: "One" });
    expect(after.rows.at(-1)).toMatchObject({ text: "One two" });
  });

  it("shares everything else with the one before: nothing of a long chat is copied for a piece of text", async () => {
    const { loop, more } = await streaming();
    const before = loop.snapshot();
    await more();
    const after = loop.snapshot();
    expect(after.calls).toBe(before.calls);
    expect(after.rows.length).toBe(before.rows.length);
    for (const [index, row] of after.rows.slice(0, -1).entries()) expect(row).toBe(before.rows[index]);
  });

  it("never changes once it is made", async () => {
    const { loop, more } = await streaming();
    const before = loop.snapshot();
    const copy = structuredClone({ rows: before.rows, calls: before.calls });
    await more();
    loop.send("And?");
    await loop.stop();
    expect({ rows: before.rows, calls: before.calls }).toEqual(copy);
  });
});
