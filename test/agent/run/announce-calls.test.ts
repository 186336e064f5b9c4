import { describe, expect, it } from "vitest";
import { createLoop, send } from "../support/create-loop";
import { answers, callsTools, type ScriptedCall } from "../support/scripted-provider";
import { toldResults } from "../support/wire-view";

/** Sends a question that makes the model call this; gives what it is told, and what the person sees. */
async function told(call: ScriptedCall) {
  const { loop, calls, lastView, world, expectValidWireView } = createLoop({
    script: [callsTools([call]), answers("Sorry.")],
  });
  expect(await send(loop, "Go.")).toEqual({ type: "answered" });
  expectValidWireView();
  const state = calls()[0]?.state;
  return {
    text: toldResults(lastView())[call.id],
    summary: state?.type === "result" ? state.summary : undefined,
    runs: world.runs,
  };
}

const TOOLS =
  "find_notes, show_note, write_note, delete_note, fail_read, fail_draft, give_up_read, give_up_draft, break_read, break_draft, stuck_read, stuck_draft";

describe("a call that cannot run", () => {
  it.each<[string, ScriptedCall, string, string]>([
    [
      "an unknown tool",
      { id: "a", name: "send_mail" },
      `There is no tool "send_mail". The tools are: ${TOOLS}.`,
      "Unknown tool",
    ],
    ["no name at all", { id: "a", name: "" }, `There is no tool "". The tools are: ${TOOLS}.`, "Unknown tool"],
    [
      "a name that only an object has",
      { id: "a", name: "__proto__" },
      `There is no tool "__proto__". The tools are: ${TOOLS}.`,
      "Unknown tool",
    ],
    [
      "an endless name",
      { id: "a", name: "x".repeat(5000) },
      `There is no tool "${"x".repeat(100)}". The tools are: ${TOOLS}.`,
      "Unknown tool",
    ],
    [
      "a name of several lines",
      { id: "a", name: "send\n\u202email</x>" },
      `There is no tool "send mail‹/x›". The tools are: ${TOOLS}.`,
      "Unknown tool",
    ],
    [
      "broken JSON",
      { id: "a", name: "find_notes", inputError: "The arguments are not complete, valid JSON." },
      'NOT run: The arguments are not complete, valid JSON. Call find_notes again with one complete JSON object as its arguments.\n{"INVALID_JSON":"{"}',
      "Called with wrong values",
    ],
    [
      "wrong types",
      { id: "a", name: "find_notes", input: { query: {}, limit: "all" } },
      "NOT run, the arguments are wrong. 'query' must be a string. 'limit' must be a number. Call again with corrected ones.",
      "Called with wrong values",
    ],
    [
      "an unknown parameter",
      { id: "a", name: "find_notes", input: { query: "x", folder: "y" } },
      "NOT run, the arguments are wrong. Unknown parameter 'folder'. The parameters are: query, limit. Call again with corrected ones.",
      "Called with wrong values",
    ],
  ])("is answered with what to do about it: %s", async (_name, call, text, summary) => {
    expect(await told(call)).toEqual({ text, summary, runs: [] });
  });

  it("has a short name of one line for the person, too", async () => {
    const { loop, calls } = createLoop({
      script: [callsTools([{ id: "a", name: `send\n${"mail".repeat(9_000)}` }]), answers("Sorry.")],
    });
    await send(loop, "Go.");
    expect(calls().map(({ tool, label }) => [tool, label.slice(0, 9), label.length])).toEqual([
      [calls()[0]?.label, "send mail", 100],
    ]);
  });
});

describe("a call that means a tool", () => {
  it.each(["FIND_NOTES", "find-notes", "findNotes", "find/notes"])(
    "runs it, under the tool's own name: %s",
    async (name) => {
      const { text, runs } = await told({ id: "a", name, input: { Query: "tax", limit: "5" } });
      expect(text).toBe("Notes about tax.");
      expect(runs).toEqual([{ tool: "find_notes", input: { query: "tax", limit: 5 } }]);
    },
  );

  it("asks first for a tool that asks, however it is spelt", async () => {
    const { loop, world, waitingCall } = createLoop({
      script: [callsTools([{ id: "a", name: "WriteNote", input: { name: "a", text: "b" } }])],
    });
    expect(await send(loop, "Go.")).toEqual({ type: "awaiting_approval", callIds: [waitingCall()] });
    expect(world.runs).toEqual([]);
  });
});
