import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callStatus } from "../../../src/agent/history/call-status";
import { permissionNotice } from "../../../src/agent/notices";
import { RISKS } from "../../../src/agent/tool/risk";
import type { ToolResult } from "../../../src/agent/tool/tool";
import { ToolError } from "../../../src/agent/tool/tool-error";
import { createLoop, decide, newSurroundings, send, settle } from "../support/create-loop";
import { memoryStore } from "../support/memory-store";
import { answers, callsTools } from "../support/scripted-provider";
import { toldResults } from "../support/wire-view";

describe("M2.1 C16 the table of risks, and no hook,", () => {
  it.each([
    ["read", "find_notes", { query: "x" }],
    ["draft", "show_note", { name: "a" }],
    ["write", "write_note", { name: "a", text: "b" }],
    ["destructive", "delete_note", { name: "a" }],
  ] as const)("decides whether a call asks first: %s", async (risk, name, input) => {
    const { loop, calls, world } = createLoop({ script: [callsTools([{ id: "c", name, input }]), answers("Done.")] });
    world.notes.set("a", "text");
    const end = await send(loop, "Go.");
    expect(calls()[0]?.risk).toBe(risk);
    expect(end.type).toBe(RISKS[risk].asks ? "awaiting_approval" : "answered");
    expect(world.runs).toHaveLength(RISKS[risk].asks ? 0 : 1);
  });

  it("says yes for exactly what changes data or deletes", () => {
    const asking = Object.entries(RISKS).flatMap(([risk, { asks }]) => (asks ? [risk] : []));
    expect(asking).toEqual(["write", "destructive"]);
  });
});

describe("M2.2 the deadline of a call", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is 90 seconds, also for a tool that ignores its signal", async () => {
    const { loop, calls, lastView } = createLoop({
      script: [callsTools([{ id: "s", name: "stuck_read" }]), answers("Sorry.")],
    });
    const sent = send(loop, "Go.");
    await vi.advanceTimersByTimeAsync(89_999);
    expect(calls()[0]?.state.type).toBe("announced");
    await vi.advanceTimersByTimeAsync(1);
    expect(await sent).toEqual({ type: "answered" });
    expect(calls()[0]?.state).toMatchObject({ type: "result", ran: true, summary: "Took too long" });
    expect(toldResults(lastView())["s"]).toBe(
      "Took too long: ask for less, such as a narrower search or fewer results, or tell the person.",
    );
  });

  it("leaves the outcome of what changes something unknown, and lets the calls behind it run", async () => {
    const { loop, calls, world } = createLoop({
      script: [
        callsTools([
          { id: "s", name: "stuck_draft" },
          { id: "b", name: "show_note", input: { name: "b" } },
        ]),
        answers("Sorry."),
      ],
    });
    const sent = send(loop, "Go.");
    await vi.advanceTimersByTimeAsync(90_000);
    expect(await sent).toEqual({ type: "answered" });
    expect(calls().map(({ state }) => state.type)).toEqual(["unknown", "result"]);
    expect(calls()[0]?.state).toMatchObject({ reason: "timed_out" });
    expect(world.runs.map(({ tool }) => tool)).toEqual(["stuck_draft", "show_note"]);
  });

  it("can be longer for a tool, never shorter", async () => {
    const { surroundings } = createLoop();
    const tools = surroundings.world.tools;
    surroundings.world.tools = tools.map((tool) => ({ ...tool, deadlineMs: tool.name === "stuck_read" ? 135_000 : 1 }));
    const { loop, calls } = createLoop({
      script: [
        callsTools([
          { id: "s", name: "stuck_read" },
          { id: "d", name: "stuck_draft" },
        ]),
        answers("Sorry."),
      ],
      surroundings,
    });
    const sent = send(loop, "Go.");
    await vi.advanceTimersByTimeAsync(134_999);
    expect(calls().map(({ state }) => state.type)).toEqual(["announced", "announced"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls().map(({ state }) => state.type)).toEqual(["result", "intent"]);
    await vi.advanceTimersByTimeAsync(89_999);
    expect(calls()[1]?.state.type).toBe("intent");
    await vi.advanceTimersByTimeAsync(1);
    await sent;
  });
});

describe("what a tool answers", () => {
  const answering = (text: string) => {
    const { surroundings } = createLoop();
    surroundings.world.tools = surroundings.world.tools.map((tool) =>
      "prepare" in tool ? tool : { ...tool, run: () => Promise.resolve({ text, summary: "Done" }) },
    );
    return createLoop({
      script: [callsTools([{ id: "a", name: "find_notes", input: { query: "x" } }]), answers("Done.")],
      surroundings,
    });
  };

  it.each(["", " \n\t"])("is said to be nothing where it is blank: %j", async (text) => {
    const { loop, lastView } = answering(text);
    await send(loop, "Go.");
    expect(toldResults(lastView())["a"]).toBe("(The tool returned no text.)");
  });

  it("is cut to what the model holds as a last safety net", async () => {
    const { loop, lastView } = answering("x".repeat(100_000));
    await send(loop, "Go.");
    expect(toldResults(lastView())["a"]).toBe(
      `${"x".repeat(32_000)}\n[Cut here: the first 32000 of 100000 characters are shown.]`,
    );
  });
});

describe("C9 a result", () => {
  const answer = (result: ToolResult) => {
    const surroundings = newSurroundings();
    surroundings.world.tools = surroundings.world.tools.map((tool) =>
      tool.name === "find_notes" ? { ...tool, risk: "read", run: () => Promise.resolve(result) } : tool,
    );
    return createLoop({
      script: [callsTools([{ id: "a", name: "find_notes", input: { query: "x" } }]), answers("Done.")],
      surroundings,
    });
  };

  it.each<[ToolResult, object]>([
    [{ text: "Found." }, { isError: false, summary: "Completed" }],
    [
      { text: "Nothing.", isError: true },
      { isError: true, summary: "Failed" },
    ],
    [
      { text: "Found.", summary: "Found 2 notes" },
      { isError: false, summary: "Found 2 notes" },
    ],
    [
      { text: "Half.", isError: true, summary: "Half done", card: { type: "info", items: [{ title: "Half" }] } },
      { isError: true, summary: "Half done", card: { type: "info", items: [{ title: "Half" }] } },
    ],
  ])("has words for its row, also where the tool has none: %j", async (result, state) => {
    const { loop, calls } = answer(result);
    await send(loop, "Go.");
    expect(calls()[0]?.state).toMatchObject({ type: "result", ran: true, text: result.text, ...state });
  });

  it("keeps what of the person's it holds", async () => {
    const { loop, calls } = answer({ text: "Found.", disclosures: [{ kind: "notes", count: 2 }] });
    await send(loop, "Go.");
    expect(calls()[0]?.state).toMatchObject({ disclosures: [{ kind: "notes", count: 2 }] });
    const none = answer({ text: "Nothing.", disclosures: [] });
    await send(none.loop, "Go.");
    expect(none.calls()[0]?.state).not.toHaveProperty("disclosures");
  });
});

describe("C13 the metrics of a call", () => {
  it("are the time that it ran, and the bytes of what went in and of the uncut text that came out", async () => {
    const surroundings = newSurroundings();
    const { clock } = surroundings;
    surroundings.world.tools = surroundings.world.tools.map((tool) =>
      tool.name === "find_notes"
        ? {
            ...tool,
            risk: "read",
            run: () => {
              clock.now += 1_500;
              return Promise.resolve({ text: "ü".repeat(50_000) });
            },
          }
        : tool,
    );
    const { loop, calls } = createLoop({
      script: [callsTools([{ id: "a", name: "find_notes", input: { query: "ü" } }]), answers("Done.")],
      surroundings,
    });
    await send(loop, "Go.");
    const input = Buffer.byteLength('{"query":"ü"}');
    expect(calls()[0]?.state).toMatchObject({
      metrics: { durationMs: 1_500, inputBytes: input, outputBytes: 100_000 },
    });
  });

  it("do not count the time that a form waits, and are there for calls whose outcome is unknown", async () => {
    const { loop, calls, clock, waitingCall } = createLoop({
      script: [callsTools([{ id: "w", name: "write_note", input: { name: "a", text: "b" } }]), answers("Done.")],
    });
    await send(loop, "Go.");
    clock.now += 60_000;
    await decide(loop, waitingCall(), { type: "run", edits: { text: "longer" } });
    expect(calls()[0]?.state).toMatchObject({
      metrics: { durationMs: 0, inputBytes: Buffer.byteLength('{"name":"a","text":"longer"}') },
    });

    const broken = createLoop({ script: [callsTools([{ id: "b", name: "break_draft" }]), answers("Sorry.")] });
    await send(broken.loop, "Go.");
    expect(broken.calls()[0]?.state).toMatchObject({
      type: "unknown",
      metrics: { durationMs: 0, inputBytes: 2, outputBytes: 0 },
    });
  });

  it("are not there for calls that did not run", async () => {
    const { loop, calls } = createLoop({ script: [callsTools([{ id: "n", name: "nothing" }]), answers("Sorry.")] });
    await send(loop, "Go.");
    expect(calls()[0]?.state).not.toHaveProperty("metrics");
  });
});

describe("C6 what macOS does not allow", () => {
  const refusing = () => {
    const surroundings = newSurroundings();
    const fail = () =>
      Promise.reject(
        new ToolError("permission_denied", "", {
          permission: "contacts",
          disclosures: [{ kind: "contacts", count: 1 }],
        }),
      );
    surroundings.world.tools = surroundings.world.tools.map((tool) => {
      if (tool.name === "find_notes") return { ...tool, requiredPermissions: ["contacts"], risk: "read", run: fail };
      return tool.name === "write_note" && "prepare" in tool ? { ...tool, prepare: fail } : tool;
    });
    return surroundings;
  };
  const look = (id: string) => ({ id, name: "find_notes", input: { query: id } });
  const NOTICE = `warning: ${permissionNotice("contacts").text} [open_permission_settings]`;

  it("is said to the person once for several calls of a request, and to the model for each", async () => {
    const { loop, rows, calls, lastView } = createLoop({
      script: [callsTools([look("a"), look("b")]), callsTools([look("c")]), answers("Sorry.")],
      surroundings: refusing(),
    });
    await send(loop, "Go.");
    expect(rows().filter((row) => row === NOTICE)).toHaveLength(1);
    expect(calls().map(({ state }) => state.type === "result" && [state.summary, state.ran])).toEqual([
      ["Missing permission: Contacts", true],
      ["Missing permission: Contacts", true],
      ["Missing permission: Contacts", false],
    ]);
    expect(Object.values(toldResults(lastView())).every((text) => text.includes("Contacts"))).toBe(true);
  });

  it("keeps the tool from being tried for five minutes, in other chats and windows, too", async () => {
    const surroundings = refusing();
    const { loop } = createLoop({ script: [callsTools([look("a")]), answers("Sorry.")], surroundings });
    await send(loop, "Go.");
    const later = createLoop({
      script: [callsTools([look("b")]), answers("Sorry."), callsTools([look("c")]), answers("Sorry.")],
      surroundings,
    });
    surroundings.clock.now += 5 * 60_000 - 1;
    await send(later.loop, "Again.");
    surroundings.clock.now += 1;
    await send(later.loop, "Again.");
    expect(later.calls().map(({ state }) => state.type === "result" && state.ran)).toEqual([false, true]);
    expect(later.rows().filter((row) => row === NOTICE)).toHaveLength(2);
  });

  it("is said where a form cannot be made for it", async () => {
    const { loop, rows, calls } = createLoop({
      script: [callsTools([{ id: "w", name: "write_note", input: { name: "a", text: "b" } }]), answers("Sorry.")],
      surroundings: refusing(),
    });
    await send(loop, "Go.");
    expect(rows()).toContain(NOTICE);
    expect(calls()[0]?.state).toMatchObject({
      ran: false,
      summary: "Not run: missing permission: Contacts",
      disclosures: [{ kind: "contacts", count: 1 }],
    });
  });
});

describe("C6 a tool that the person turned off", () => {
  it("is not run, though the chat began with it", async () => {
    const { loop, world, surroundings, calls } = createLoop({
      script: [
        answers("Hello."),
        callsTools([{ id: "a", name: "find_notes", input: { query: "x" } }]),
        answers("Sorry."),
      ],
    });
    await send(loop, "Hi.");
    surroundings.remembered.set("tools:off", { value: ["find_notes"], until: Number.MAX_SAFE_INTEGER });
    await send(loop, "Look.");
    expect(world.runs).toEqual([]);
    expect(calls()[0]?.state).toMatchObject({ summary: "Turned off by you" });
  });
});

describe("C8 a read that the person stops", () => {
  it("is cancelled: neither done nor failed", async () => {
    const { loop, world, calls } = createLoop({
      script: [callsTools([{ id: "a", name: "find_notes", input: { query: "x" } }])],
    });
    world.hold("find_notes");
    const sent = send(loop, "Look.");
    await settle();
    await loop.stop();
    await sent;
    const [call] = calls();
    expect(call?.state).toMatchObject({ type: "result", cancelled: true, summary: "Stopped" });
    expect(call && callStatus(call, { isRunning: false })).toBe("cancelled");
  });
});

describe("C8 calls of one queue", () => {
  it("never overlap, while others run beside them", async () => {
    const surroundings = newSurroundings();
    const { world } = surroundings;
    world.tools = world.tools.map((tool) => (tool.name === "find_notes" ? { ...tool, queue: "notes" } : tool));
    const look = (id: string) => ({ id, name: "find_notes", input: { query: id } });
    const { loop } = createLoop({
      script: [callsTools([look("1"), look("2"), { id: "f", name: "fail_read" }]), answers("Done.")],
      surroundings,
    });
    const release = world.hold("find_notes", "1");
    const sent = send(loop, "Look.");
    await settle();
    expect(world.runs.map(({ tool }) => tool)).toEqual(["find_notes", "fail_read"]);
    release();
    await sent;
    expect(world.runs.map(({ input }) => input["query"])).toEqual(["1", undefined, "2"]);
  });
});

describe("C6 the form of a call", () => {
  it("is made while others look, as that only looks, too", async () => {
    const { loop, world, calls } = createLoop({
      script: [
        callsTools([
          { id: "r", name: "find_notes", input: { query: "r" } },
          { id: "w", name: "write_note", input: { name: "w", text: "b" } },
        ]),
      ],
    });
    const release = world.hold("find_notes");
    const sent = send(loop, "Do it.");
    await settle();
    expect(calls().map(({ state }) => state.type)).toEqual(["announced", "awaiting_approval"]);
    release();
    expect(await sent).toMatchObject({ type: "awaiting_approval" });
  });
});

describe("C6 a call that another window has begun just now", () => {
  it("is not told as not run in this one", async () => {
    let hasBegun = false;
    const { loop, calls, store, surroundings } = createLoop({
      script: [callsTools([{ id: "d", name: "show_note", input: { name: "d" } }])],
      faults: {
        // The moment before this window stores its intent.
        onSave: () => {
          const call = calls()[0];
          if (call?.state.type !== "intent" || hasBegun) return;
          hasBegun = true;
          const begun = { ...call, state: { ...call.state, by: "the other window" } };
          const [chatId = ""] = surroundings.disk.keys();
          void memoryStore(surroundings.disk).save(chatId, [{ type: "call", call: begun }]);
        },
      },
    });
    expect(await send(loop, "Open it.")).toEqual({ type: "failed" });
    expect(surroundings.world.runs).toEqual([]);
    expect(calls()[0]?.state).toMatchObject({ type: "intent", by: "the other window" });
    const told = store.saves.flat().flatMap((change) => (change.type === "call" ? [change.call.state.type] : []));
    expect(told).not.toContain("result");
  });
});

describe("a tool that is gone since the call was made", () => {
  it("answers its call as not available", async () => {
    const first = createLoop({
      script: [callsTools([{ id: "w", name: "write_note", input: { name: "a", text: "b" } }])],
    });
    await send(first.loop, "Write.");
    const { surroundings } = first;
    surroundings.world.tools = surroundings.world.tools.filter(({ name }) => name !== "write_note");
    const { loop, waitingCall, lastView } = createLoop({ script: [answers("Sorry.")], surroundings });
    await loop.openLatest("any");
    expect(await decide(loop, waitingCall(), { type: "run", edits: {} })).toEqual({ type: "answered" });
    expect(toldResults(lastView())["w"]).toBe("NOT run. The tool write_note does not exist any more.");
  });
});
