import { describe, expect, it } from "vitest";
import type { ToolExecuting } from "../../src/agent/ports/provider";
import { ProviderError } from "../../src/agent/ports/provider-error";
import { createLoop, decide, newSurroundings, send, settle } from "./support/create-loop";
import {
  answers,
  callsTools,
  deltas,
  managed,
  runsTools,
  scriptedProvider,
  toolUse,
  type ScriptedCall,
  type Step,
} from "./support/scripted-provider";
import { expectValidView, toldResults } from "./support/wire-view";

const look = (id: string, query = id): ScriptedCall => ({ id, name: "find_notes", input: { query } });
const write = (id: string): ScriptedCall => ({ id, name: "write_note", input: { name: id, text: "x" } });

function createManaged(...turns: Step[][]) {
  const provider = managed(scriptedProvider(turns));
  return { ...createLoop({ provider }), provider };
}

/** The view that the next provider gets of a chat, whoever runs its tools. */
async function nextView(agent: ReturnType<typeof createLoop>) {
  const provider = scriptedProvider([answers("Later.")]);
  const next = createLoop({ provider, surroundings: agent.surroundings });
  await next.loop.openLatest("any");
  await send(next.loop, "And?");
  const messages = provider.requests[0]?.messages ?? [];
  expectValidView(messages);
  return messages;
}

describe("C8 a provider that runs the tool loop itself", () => {
  it("leaves the same rows, calls and history as one whose tools the loop runs", async () => {
    const own = createLoop({
      script: [callsTools([look("a")], "I look."), callsTools([write("b")]), answers("Done.")],
    });
    const other = createManaged([
      ...runsTools([look("a")], "I look."),
      ...runsTools([write("b")]),
      ...answers("Done."),
    ]);
    await send(own.loop, "Go.");
    await decide(own.loop, own.waitingCall(), { type: "run", edits: {} });
    const sent = send(other.loop, "Go.");
    await settle();
    void decide(other.loop, other.waitingCall(), { type: "run", edits: {} });
    expect(await sent).toEqual({ type: "answered" });

    expect(other.rows()).toEqual(own.rows());
    const outcome = ({ calls }: typeof own) =>
      calls().map(({ tool, input, risk, state }) => ({ tool, input, risk, state }));
    expect(outcome(other)).toEqual(outcome(own));
    expect(other.world.runs).toEqual(own.world.runs);
    expect(await nextView(other)).toEqual(await nextView(own));
  });

  it("gets what the model of any other provider is told", async () => {
    const unknown = { id: "no", name: "no_such_tool" };
    const wrong = { id: "wrong", name: "find_notes", input: {} };
    const agent = createManaged([...runsTools([look("a"), unknown, wrong]), ...answers("Done.")]);
    await send(agent.loop, "Go.");
    const { results } = agent.provider;
    expect(results.map(({ toolUseId, isError }) => [toolUseId, isError])).toEqual([
      ["a", false],
      ["no", true],
      ["wrong", true],
    ]);
    expect(Object.fromEntries(results.map(({ toolUseId, content }) => [toolUseId, content]))).toEqual(
      toldResults(await nextView(agent)),
    );
  });

  it("has reads run side by side and anything else alone, in the order of the calls", async () => {
    const agent = createManaged([...runsTools([look("a"), look("b"), look("c")]), ...answers("Done.")]);
    const release = agent.world.hold("find_notes");
    const sent = send(agent.loop, "Go.");
    await settle();
    expect(agent.world.running).toEqual({ now: 3, most: 3 });
    release();
    await sent;
    expect(agent.provider.results.map(({ toolUseId }) => toolUseId)).toEqual(["a", "b", "c"]);
  });

  it("stores a call before it runs, so that a crash leaves what it leaves of any call", async () => {
    const agent = createManaged([...runsTools([look("a")], "I look."), { type: "hang" }]);
    const release = agent.world.hold("find_notes");
    void send(agent.loop, "Go.");
    await settle();
    expect(agent.world.running.now).toBe(1);
    await agent.loop.close();
    const next = createLoop({ script: [answers("Again.")], surroundings: agent.surroundings });
    await next.loop.openLatest("any");
    expect(next.rows().slice(0, 3)).toEqual(["user: Go.", "answer (complete): I look.", "call: find_notes announced"]);
    release();
  });

  it("runs a call once, however often it is made", async () => {
    const twice: Step[] = [
      { type: "run_tools", calls: [look("a")] },
      { type: "run_tools", calls: [look("a")] },
      { type: "await_results" },
    ];
    const agent = createManaged([
      { type: "tool_call_started", id: "a", name: "find_notes" },
      ...twice,
      ...answers("Yes."),
    ]);
    await send(agent.loop, "Go.");
    expect(agent.world.runs).toHaveLength(1);
    expect(agent.provider.results).toHaveLength(2);
  });
});

describe("C8 a managed call and the stream", () => {
  it("waits until the stream has named it, so that the text before it stands before it", async () => {
    const agent = createManaged([
      { type: "run_tools", calls: [look("a")] },
      ...deltas(["I ", "look."]),
      { type: "tool_call_started", id: "a", name: "find_notes" },
      { type: "await_results" },
      ...answers("Done."),
    ]);
    await send(agent.loop, "Go.");
    expect(agent.rows().slice(1)).toEqual([
      "answer (complete): I look.",
      "call: find_notes result",
      "answer (complete): Done.",
    ]);
  });

  it("runs unannounced where the stream does not name it in time", async () => {
    const provider = managed(
      scriptedProvider([[{ type: "run_tools", calls: [look("a")] }, { type: "await_results" }, ...answers("Done.")]]),
    );
    const agent = createLoop({ provider, limits: { announcementTimeoutMs: 1 } });
    expect(await send(agent.loop, "Go.")).toEqual({ type: "answered" });
    expect(agent.rows().slice(1)).toEqual(["call: find_notes result", "answer (complete): Done."]);
  });
});

describe("C8 the limit of calls in a managed run", () => {
  it("answers each further call, tells the person once, and lets the model answer", async () => {
    const many = Array.from({ length: 17 }, (_, index) => look(`n${index}`));
    const agent = createManaged([...many.flatMap((call) => runsTools([call])), ...answers("That is all.")]);
    expect(await send(agent.loop, "Go.")).toEqual({ type: "answered" });
    expect(agent.world.runs).toHaveLength(15);
    const refused =
      "NOT run: Orbit runs at most 15 tool calls for one request, and they are used up. " +
      "Make no more of them for it: answer with the results that you have.";
    expect(agent.provider.results.slice(14).map(({ content }) => content)).toEqual([
      "Notes about n14.",
      refused,
      refused,
    ]);
    expect(agent.rows().filter((row) => !row.startsWith("call: "))).toEqual([
      "user: Go.",
      "warning: Orbit ran no more tools after 15 calls. Where the answer is incomplete, ask for something narrower.",
      "answer (complete): That is all.",
    ]);
  });
});

describe("C8 the last call that the limit allows", () => {
  it("runs without a word", async () => {
    const many = Array.from({ length: 15 }, (_, index) => look(`n${index}`));
    const agent = createManaged([...runsTools(many), ...answers("That is all.")]);
    await send(agent.loop, "Go.");
    expect([agent.world.runs.length, agent.rows().filter((row) => row.startsWith("warning"))]).toEqual([15, []]);
  });
});

describe("C8 forms in a managed run", () => {
  it("wait for the word while the model waits for the result", async () => {
    const agent = createManaged([...runsTools([write("yes"), write("no")]), ...answers("Done.")]);
    const sent = send(agent.loop, "Go.");
    await settle();
    const [yes, no] = agent.calls();
    expect([yes, no].map((call) => call?.state.type)).toEqual(["awaiting_approval", "awaiting_approval"]);
    expect(agent.loop.snapshot().status).toBe("running");
    void decide(agent.loop, no?.id ?? "", { type: "cancel" });
    void decide(agent.loop, yes?.id ?? "", { type: "run", edits: { text: "y" } });
    expect(await sent).toEqual({ type: "answered" });
    expect([...agent.world.notes]).toEqual([["yes", "y"]]);
    expect(agent.provider.results.map(({ isError }) => isError)).toEqual([false, false]);
    expect(agent.provider.results[1]?.content).toContain("The person said no");
  });

  it("outlive the window: the word runs the call and the request goes on from there", async () => {
    const surroundings = newSurroundings();
    const left = createLoop({
      provider: managed(scriptedProvider([[...runsTools([write("a"), look("b")]), { type: "hang" }]])),
      surroundings,
    });
    void send(left.loop, "Go.");
    await settle();
    await left.loop.close();
    const provider = scriptedProvider([answers("Done.")]);
    const next = createLoop({ provider, surroundings });
    await next.loop.openLatest("waiting");
    expect(await decide(next.loop, next.waitingCall(), { type: "run", edits: {} })).toEqual({ type: "answered" });
    expect(next.world.notes.get("a")).toBe("x");
    expect(toldResults(provider.requests[0]?.messages ?? [])).toMatchObject({ a: "Wrote a.", b: "Notes about b." });
    next.expectValidWireView();
  });
});

describe("C8 how a managed run ends", () => {
  const broken: Step = { type: "fail", error: new ProviderError({ type: "incomplete_response" }) };

  it("keeps what tools did before a failure, and drops the unfinished answer after them", async () => {
    const agent = createManaged(
      [...runsTools([look("a")], "I look."), ...deltas(["Half an"]), broken],
      answers("All."),
    );
    expect(await send(agent.loop, "Go.")).toEqual({ type: "failed" });
    expect(agent.rows().slice(1)).toEqual([
      "answer (complete): I look.",
      "call: find_notes result",
      "answer (interrupted): Half an",
      "error: The answer broke off before it was complete. Try again. [retry]",
    ]);
    expect(await agent.loop.retry()).toEqual({ type: "answered" });
    expect(agent.rows().slice(1)).toEqual([
      "answer (complete): I look.",
      "call: find_notes result",
      "answer (complete): All.",
    ]);
    agent.expectValidWireView();
    expect(JSON.stringify(agent.lastView())).not.toContain("Half an");
  });

  it("lets a tool that runs come to its end after a failure", async () => {
    const agent = createManaged([
      { type: "tool_call_started", id: "a", name: "find_notes" },
      { type: "run_tools", calls: [look("a")] },
      { type: "wait", until: settle },
      broken,
    ]);
    const release = agent.world.hold("find_notes");
    const sent = send(agent.loop, "Go.");
    await settle();
    await settle();
    release();
    await sent;
    expect(agent.rows().slice(1)).toEqual([
      "call: find_notes result",
      "error: The answer broke off before it was complete. Try again. [retry]",
    ]);
  });

  it("leaves a form after a failure, whose word takes the request further", async () => {
    const agent = createManaged(
      [
        { type: "tool_call_started", id: "a", name: "write_note" },
        { type: "run_tools", calls: [write("a")] },
        { type: "wait", until: settle },
        broken,
      ],
      answers("Done."),
    );
    expect(await send(agent.loop, "Go.")).toEqual({ type: "failed" });
    expect(await decide(agent.loop, agent.waitingCall(), { type: "run", edits: {} })).toEqual({ type: "answered" });
    expect(agent.world.notes.get("a")).toBe("x");
    agent.expectValidWireView();
  });

  it("stops with the person: what waited is not run, what had arrived stays", async () => {
    const agent = createManaged([
      ...runsTools([look("a")]),
      ...deltas(["So far"]),
      { type: "tool_call_started", id: "b", name: "write_note" },
      { type: "run_tools", calls: [write("b")] },
      { type: "wait", until: settle },
      ...deltas(["and"]),
      { type: "hang" },
    ]);
    const sent = send(agent.loop, "Go.");
    for (let wait = 0; wait < 3; wait += 1) await settle();
    await agent.loop.stop();
    expect(await sent).toEqual({ type: "stopped" });
    expect(agent.world.notes.size).toBe(0);
    expect(agent.rows().slice(1)).toEqual([
      "call: find_notes result",
      "answer (complete): So far",
      "call: write_note expired",
      "answer (stopped): and",
      "info: Stopped. [retry]",
    ]);
    await nextView(agent);
  });

  it("ends what still waits when the model has answered without it", async () => {
    const agent = createManaged([
      { type: "tool_call_started", id: "a", name: "write_note" },
      { type: "run_tools", calls: [write("a")] },
      { type: "wait", until: settle },
      ...answers("Never mind."),
    ]);
    expect(await send(agent.loop, "Go.")).toEqual({ type: "answered" });
    expect(agent.rows().slice(1)).toEqual(["call: write_note expired", "answer (complete): Never mind."]);
    expect(agent.loop.snapshot().status).toBe("idle");
  });

  it("ends what the person said yes to only after the model had answered", async () => {
    const agent = createManaged([
      { type: "tool_call_started", id: "a", name: "write_note" },
      { type: "run_tools", calls: [write("a")] },
      { type: "wait", until: settle },
      { type: "tool_call_started", id: "b", name: "find_notes" },
      { type: "run_tools", calls: [look("b")] },
      { type: "wait", until: settle },
      ...answers("Never mind."),
    ]);
    const release = agent.world.hold("find_notes");
    const sent = send(agent.loop, "Go.");
    for (let wait = 0; wait < 4; wait += 1) await settle();
    void decide(agent.loop, agent.waitingCall(), { type: "run", edits: {} });
    release();
    expect(await sent).toEqual({ type: "answered" });
    expect(agent.world.notes.size).toBe(0);
    expect(agent.rows().slice(1)).toEqual([
      "call: write_note expired",
      "call: find_notes result",
      "answer (complete): Never mind.",
    ]);
    await nextView(agent);
  });

  it("fails where a call cannot be stored, which then does not run", async () => {
    const provider = managed(scriptedProvider([[...runsTools([write("a"), look("b")]), { type: "hang" }]]));
    let isFull = false;
    const agent = createLoop({ provider, faults: { failure: () => (isFull ? { type: "full" } : undefined) } });
    agent.loop.subscribe((event) => {
      if (event.type === "change" && event.change.type === "call") isFull = true;
    });
    expect(await send(agent.loop, "Go.")).toEqual({ type: "failed" });
    expect(agent.world.runs).toEqual([]);
    expect(agent.rows().at(-1)).toBe(
      "error: Orbit could not save the chat because the disk is full. Make room and try again. [retry]",
    );
  });

  it("answers a call that comes when the turn is over, and runs nothing", async () => {
    let tools: ToolExecuting | undefined;
    const scripted = managed(scriptedProvider([answers("Done.")]));
    const provider = {
      ...scripted,
      stream: (...[request, signal, given]: Parameters<typeof scripted.stream>) => {
        tools = given;
        return scripted.stream(request, signal, given);
      },
    };
    const agent = createLoop({ provider });
    await send(agent.loop, "Go.");
    expect(await tools?.run(toolUse(look("late")))).toEqual({
      type: "tool_result",
      toolUseId: "late",
      content: "NOT run: the request that this call belongs to has ended.",
      isError: true,
    });
    expect([agent.world.runs, agent.calls()]).toEqual([[], []]);
  });
});
