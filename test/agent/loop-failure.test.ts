import { describe, expect, it } from "vitest";
import { QUESTION_TOO_LONG } from "../../src/agent/notices";
import { ProviderError } from "../../src/agent/ports/provider-error";
import { createLoop, send } from "./support/create-loop";
import { answers, callsTools, deltas, ends, type ScriptedCall, type Step } from "./support/scripted-provider";
import { toldResults } from "./support/wire-view";

const look = (id: string): ScriptedCall => ({ id, name: "find_notes", input: { query: id } });
const fails = (error: unknown, ...text: string[]): Step[] => [...deltas(text), { type: "fail", error }];
const overloaded = new ProviderError({ type: "overloaded" });
const OVERLOADED = "error: The provider is overloaded just now. Try again in a moment. [retry]";

describe("a provider that fails", () => {
  it("ends the request with a notice; the question stays and the partial answer is shown, not sent again", async () => {
    const { loop, rows, expectValidWireView, lastView } = createLoop({
      script: [fails(overloaded, "Half"), answers("Next.")],
    });
    expect(await send(loop, "Sure?")).toEqual({ type: "failed" });
    expect(rows()).toEqual(["user: Sure?", "answer (interrupted): Half", OVERLOADED]);
    await send(loop, "And now?");
    expectValidWireView();
    expect(lastView()).toHaveLength(1);
    expect(JSON.stringify(lastView())).not.toContain("Half");
  });

  it("never shows what the provider said, nor any other error's text", async () => {
    const said = new ProviderError({ type: "server", status: 500 }, { cause: new Error("secret detail") });
    for (const error of [said, new Error("secret detail"), "secret detail", undefined]) {
      const { loop, rows } = createLoop({ script: [fails(error)] });
      await send(loop, "Sure?");
      expect(rows()[1]).toMatch(/^error: .* \[retry\]$/);
      expect(rows().join()).not.toContain("secret");
    }
  });

  it("that ends its stream without an end gave no answer", async () => {
    const { loop, rows } = createLoop({ script: [deltas(["Half"])] });
    expect(await send(loop, "Sure?")).toEqual({ type: "failed" });
    expect(rows().slice(1)).toEqual([
      "answer (interrupted): Half",
      "error: The answer broke off before it was complete. Try again. [retry]",
    ]);
  });

  it("that goes on after its end is not listened to", async () => {
    const { loop, rows } = createLoop({ script: [[...answers("Yes."), ...deltas(["No."])]] });
    await send(loop, "Sure?");
    expect(rows()).toEqual(["user: Sure?", "answer (complete): Yes."]);
  });

  it("that is not set up at all is said so", async () => {
    const broken = createLoop();
    const provider = {
      ...broken.provider,
      stream: () => {
        throw new ProviderError({ type: "no_provider", tried: [] });
      },
    };
    const { loop, rows } = createLoop({ provider });
    await send(loop, "Sure?");
    expect(rows()[1]).toBe("error: No model is ready to answer. [open_settings, check_setup, retry]");
  });
});

describe("an answer that is none", () => {
  it.each([
    ["nothing", [], { type: "end_turn" as const }, "The model sent back an empty answer. Try again. [retry]"],
    [
      "only reasoning",
      [{ type: "thinking" as const, text: "Hm." }],
      { type: "end_turn" as const },
      "The model sent back an empty answer. Try again. [retry]",
    ],
    [
      "white space",
      [{ type: "text" as const, text: " \n" }],
      { type: "tool_use" as const },
      "The model sent back an empty answer. Try again. [retry]",
    ],
    [
      "nothing before its limit",
      [],
      { type: "max_tokens" as const },
      "The model used up its output limit before it answered. Try again, or ask for less at once. [retry]",
    ],
    [
      "nothing in a full window",
      [],
      { type: "context_window_exceeded" as const },
      `${QUESTION_TOO_LONG.text} [open_settings]`,
    ],
  ])("is not appended: %s", async (_name, content, stopReason, notice) => {
    const white = content.flatMap((block) => (block.type === "text" ? [block.text] : []));
    const { loop, rows, expectValidWireView } = createLoop({
      script: [[...deltas(white), ends(content, stopReason)], answers("Now.")],
    });
    expect(await send(loop, "Sure?")).toEqual({ type: "failed" });
    expect(rows()).toEqual(["user: Sure?", `error: ${notice}`]);
    expect(await loop.retry()).toEqual({ type: "answered" });
    expect(rows()).toEqual(["user: Sure?", "answer (complete): Now."]);
    expectValidWireView();
  });

  it("keeps an answer that was cut off, and says so", async () => {
    const { loop, rows } = createLoop({
      script: [[...deltas(["Long"]), ends([{ type: "text", text: "Long" }], { type: "max_tokens" })]],
    });
    expect(await send(loop, "Tell.")).toEqual({ type: "cut_off" });
    expect(rows().slice(1)).toEqual([
      "answer (complete): Long",
      "warning: The answer ends here because it reached the model's length limit.",
    ]);
  });
});

describe("a refusal", () => {
  const refuses = (calls: ScriptedCall[] = []): Step[] => callsTools(calls, "I would", { type: "refusal" });

  it("discards what was said, runs no call, and does not send the question again", async () => {
    const { loop, rows, world, lastView, expectValidWireView } = createLoop({
      script: [answers("Hello."), refuses([look("a")]), answers("Next.")],
    });
    await send(loop, "Hi.");
    expect(await send(loop, "Forbidden?")).toEqual({ type: "refused" });
    expect(world.runs).toEqual([]);
    expect(rows().slice(2)).toEqual(["user: Forbidden?", "warning: The model declined to answer this request."]);
    await send(loop, "Something else?");
    expect(JSON.stringify(lastView())).not.toContain("Forbidden");
    expectValidWireView([2]);
  });

  it("cannot be tried again, and least of all instead of the answer before it", async () => {
    const { loop, rows, provider } = createLoop({ script: [answers("Hello."), refuses()] });
    await send(loop, "Hi.");
    await send(loop, "Forbidden?");
    const before = rows();
    expect(await loop.retry()).toBeUndefined();
    expect([rows(), provider.requests.length]).toEqual([before, 2]);
  });

  it("after tool results keeps the history and offers a new chat", async () => {
    const { loop, rows, expectValidWireView } = createLoop({
      script: [callsTools([look("a")]), refuses(), answers("Next.")],
    });
    expect(await send(loop, "Look.")).toEqual({ type: "refused" });
    expect(rows().at(-1)).toBe(
      "warning: The model declined to go on with this request. A new chat starts over. [new_chat]",
    );
    await send(loop, "Something else?");
    expectValidWireView();
  });
});

describe("Try Again", () => {
  it("after a failure removes what the failed try left, and goes on from the results that are there", async () => {
    const { loop, rows, world, expectValidWireView } = createLoop({
      script: [callsTools([look("a")], "I look."), fails(overloaded, "Half"), answers("Done.")],
    });
    await send(loop, "Look.");
    expect(await loop.retry()).toEqual({ type: "answered" });
    expect(rows()).toEqual([
      "user: Look.",
      "answer (complete): I look.",
      "call: find_notes result",
      "answer (complete): Done.",
    ]);
    expect(world.runs).toHaveLength(1);
    expectValidWireView();
  });

  it("after an answer puts a new one in its place", async () => {
    const { loop, rows, provider, expectValidWireView, lastView } = createLoop({
      script: [answers("One."), answers("Two."), answers("Next.")],
    });
    await send(loop, "Sure?");
    await loop.retry();
    expect(rows()).toEqual(["user: Sure?", "answer (complete): Two."]);
    expect(provider.requests[1]?.messages).toEqual(provider.requests[0]?.messages);
    await send(loop, "And now?");
    expectValidWireView();
    expect(lastView()[1]?.content).toEqual([{ type: "text", text: "Two." }]);
  });

  it("after Stop drops the half answer", async () => {
    const { loop, rows, lastView } = createLoop({
      script: [[...deltas(["Half"]), { type: "hang" }], answers("Whole.")],
    });
    const sent = send(loop, "Sure?");
    await new Promise(setImmediate);
    await loop.stop();
    await sent;
    await loop.retry();
    expect(rows()).toEqual(["user: Sure?", "answer (complete): Whole."]);
    expect(lastView()).toHaveLength(1);
  });

  it("does nothing without a question, while a request runs, or while a form waits", async () => {
    const { loop } = createLoop({
      script: [callsTools([{ id: "w", name: "write_note", input: { name: "a", text: "b" } }])],
    });
    expect(await loop.retry()).toBeUndefined();
    const sent = send(loop, "Write.");
    expect(await loop.retry()).toBeUndefined();
    await sent;
    expect(await loop.retry()).toBeUndefined();
  });
});

describe("tools that go wrong", () => {
  it.each([
    ["fail_read", "There is no such note. Find one first.", "result", "Not found"],
    ["fail_draft", "There is no such note. Find one first.", "result", "Not found"],
    [
      "break_read",
      "The tool failed for no reason it knows. Try another way, or tell the person.",
      "result",
      "Did not work",
    ],
    ["break_draft", /^It is unknown whether this action was carried out/, "unknown", "failed"],
    ["give_up_read", "The app did not answer.", "result", "Took too long"],
    ["give_up_draft", /^It is unknown whether this action was carried out/, "unknown", "timed_out"],
  ])("%s tells the model what is known, and nothing of an unexpected error", async (name, text, type, words) => {
    const { loop, calls, lastView } = createLoop({ script: [callsTools([{ id: "a", name }]), answers("Sorry.")] });
    expect(await send(loop, "Go.")).toEqual({ type: "answered" });
    expect(toldResults(lastView())["a"]).toMatch(text);
    const state = calls()[0]?.state;
    expect(state).toMatchObject(
      type === "result" ? { type, ran: true, isError: true, summary: words } : { type, reason: words },
    );
    expect(JSON.stringify([calls(), lastView()])).not.toContain("secret detail");
  });
});
