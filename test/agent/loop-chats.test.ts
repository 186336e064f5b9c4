import { describe, expect, it } from "vitest";
import type { Provider } from "../../src/agent/ports/provider";
import { ProviderError, type ProviderErrorDetail } from "../../src/agent/ports/provider-error";
import type { StoreErrorDetail } from "../../src/agent/ports/store";
import { availabilityOf, rememberDenied } from "../../src/agent/tool/availability";
import { createLoop, newSurroundings, send, settle, type Surroundings } from "./support/create-loop";
import { memoryMemory } from "./support/memory-memory";
import { answers, callsTools, deltas, scriptedProvider, type Step } from "./support/scripted-provider";
import { toldResults } from "./support/wire-view";

const fails = (detail: ProviderErrorDetail): Step[] => [{ type: "fail", error: new ProviderError(detail) }];
const hang: Step[] = [{ type: "hang" }];

describe("C11 New Chat", () => {
  it("takes along the question that did not fit, only what was typed", async () => {
    const { loop } = createLoop({ script: [answers("Yes."), fails({ type: "request_too_large" })] });
    await send(loop, "Sure?");
    const sent = loop.send("  A long one.  ", [{ type: "selected_text", text: "chosen" }]);
    await (sent.type === "sent" ? sent.ended : undefined);
    expect(await loop.newChat()).toEqual({ carried: "A long one." });
    expect(await loop.newChat()).toEqual({ carried: undefined });
  });

  it("begins empty after anything else", async () => {
    const answered = createLoop({ script: [answers("Yes.")] });
    await send(answered.loop, "Sure?");
    expect(await answered.loop.newChat()).toEqual({ carried: undefined });

    const failed = createLoop({ script: [fails({ type: "overloaded" })] });
    await send(failed.loop, "Sure?");
    expect(await failed.loop.newChat()).toEqual({ carried: undefined });

    const running = createLoop({ script: [hang] });
    void send(running.loop, "Sure?");
    await settle();
    expect(await running.loop.newChat()).toEqual({ carried: undefined });
    expect(await createLoop().loop.newChat()).toEqual({ carried: undefined });
  });

  it("leaves a chat that another window has deleted", async () => {
    const { loop, rows, surroundings } = createLoop({ script: [answers("Yes.")] });
    await send(loop, "Sure?");
    const other = createLoop({ surroundings, besideEarlier: true });
    await other.loop.deleteChat(loop.snapshot().header?.id ?? "");
    expect(await loop.newChat()).toEqual({ carried: undefined });
    expect(rows()).toEqual([]);
  });

  it("stays in a chat that cannot be saved, as it was, so that nothing of it is lost", async () => {
    const trouble: { detail?: StoreErrorDetail } = {};
    const { loop, rows } = createLoop({
      script: [answers("Yes."), fails({ type: "request_too_large" }), answers("Anew.")],
      faults: { failure: () => trouble.detail },
    });
    await send(loop, "Sure?");
    await send(loop, "A long one.");
    const before = { rows: rows(), snapshot: loop.snapshot() };
    trouble.detail = { type: "full" };
    await expect(loop.newChat()).rejects.toMatchObject({ detail: { type: "full" } });
    expect({ rows: rows(), snapshot: loop.snapshot() }).toEqual(before);
    delete trouble.detail;
    expect(await loop.newChat()).toEqual({ carried: "A long one." });
    expect(rows()).toEqual([]);
  });
});

describe("C11 a question that is asked while a chat is being opened", () => {
  it.each(["open", "openLatest"] as const)("is answered where the person sees it: %s", async (how) => {
    // In the first moments it counts as what is stopped.
    for (let ticks = 8; ticks < 24; ticks += 1) {
      const { loop, rows, surroundings } = createLoop({ script: () => answers("Yes.") });
      await send(loop, "One?");
      const { id = "" } = loop.snapshot().header ?? {};
      await loop.newChat();
      surroundings.clock.now += 1_000;
      const opened = how === "open" ? loop.open(id) : loop.openLatest("any");
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      expect(await send(loop, "Two?")).toEqual({ type: "answered" });
      await opened;
      await settle();
      expect({ ticks, last: rows().slice(-2) }).toEqual({ ticks, last: ["user: Two?", "answer (complete): Yes."] });
    }
  });
});

describe("C11 a question that is asked before it is known which chat comes back", () => {
  it("begins a new one, which stays", async () => {
    const { loop, rows, clock } = createLoop({ script: () => answers("Yes.") });
    await send(loop, "One?");
    await loop.newChat();
    clock.now += 1_000;
    const opened = loop.openLatest("any");
    expect(await send(loop, "Two?")).toEqual({ type: "answered" });
    expect(await opened).toBe(false);
    expect(rows()).toEqual(["user: Two?", "answer (complete): Yes."]);
  });
});

describe("C11 deleting", () => {
  it("ends what runs in the chat that goes, shows none, and leaves the others", async () => {
    const { loop, rows, store } = createLoop({ script: [answers("One."), hang] });
    await send(loop, "One?");
    const kept = loop.snapshot().header?.id ?? "";
    await loop.newChat();
    const running = send(loop, "Two?");
    await settle();
    const gone = loop.snapshot().header?.id ?? "";
    await loop.deleteChat(gone);
    expect(await running).toEqual({ type: "stopped" });
    expect([rows(), loop.snapshot().header, loop.snapshot().status]).toEqual([[], undefined, "idle"]);
    expect((await store.list()).map(({ id }) => id)).toEqual([kept]);
    expect(await loop.open(gone)).toBe(false);
  });

  it("of another chat leaves the open one as it is", async () => {
    const { loop, rows } = createLoop({ script: [answers("One."), answers("Two.")] });
    await send(loop, "One?");
    const first = loop.snapshot().header?.id ?? "";
    await loop.newChat();
    await send(loop, "Two?");
    await loop.deleteChat(first);
    expect(rows()).toEqual(["user: Two?", "answer (complete): Two."]);
  });

  it("of another chat lets what runs in the open one run on", async () => {
    const { loop, rows } = createLoop({ script: [answers("One."), [...deltas(["Half"]), { type: "hang" }]] });
    await send(loop, "One?");
    const first = loop.snapshot().header?.id ?? "";
    await loop.newChat();
    const running = send(loop, "Two?");
    await settle();
    await loop.deleteChat(first);
    await settle();
    expect(loop.snapshot().status).toBe("running");
    await loop.stop();
    expect(await running).toEqual({ type: "stopped" });
    expect(rows().slice(0, 2)).toEqual(["user: Two?", "answer (stopped): Half"]);
  });

  it("of the history takes every chat, the open one too", async () => {
    const { loop, store } = createLoop({ script: [answers("One."), answers("Two.")] });
    await send(loop, "One?");
    await loop.newChat();
    await send(loop, "Two?");
    await loop.clearHistory();
    expect([await store.list(), loop.snapshot().rows]).toEqual([[], []]);
  });
});

describe("C12 switching the provider", () => {
  const elsewhere = (steps: Step[][]): Provider => ({
    ...scriptedProvider(steps, "openai"),
    recipient: "llm.example",
    recipientKey: "openai@llm.example",
  });
  /** An agent whose settings name another model after its first answer. */
  async function moved(next: () => Provider) {
    const names: { provider: () => Provider } = { provider: () => scriptedProvider([answers("One.")]) };
    const agent = createLoop({ makeProvider: () => names.provider() });
    await send(agent.loop, "One?");
    names.provider = next;
    await send(agent.loop, "Two?");
    return agent;
  }

  it("goes on with the request that could not be sent, and says where the chat goes from here on", async () => {
    const provider = elsewhere([answers("Two."), answers("Three.")]);
    const { loop, rows } = await moved(() => provider);
    expect(rows().at(-1)).toContain("[open_settings, switch_provider]");
    expect(await loop.switchProvider()).toEqual({ type: "answered" });
    expect(rows().slice(2)).toEqual([
      "user: Two?",
      "info: From here on, made-up-model answers (llm.example).",
      "answer (complete): Two.",
    ]);
    expect(await send(loop, "Three?")).toEqual({ type: "answered" });
  });

  it("says why it cannot, where the settings name nobody", async () => {
    const { loop, rows } = await moved(() => {
      throw new ProviderError({ type: "no_provider", tried: [] });
    });
    expect(await loop.switchProvider()).toEqual({ type: "failed" });
    expect(rows().at(-1)).toContain("No model is ready to answer.");
  });

  it("goes on with the model that the person chose, whatever the settings name", async () => {
    const first = scriptedProvider([answers("One."), answers("Three.")]);
    const chosen = elsewhere([answers("Two.")]);
    const { loop, rows } = createLoop({ makeProvider: (asked) => (asked?.provider === "openai" ? chosen : first) });
    expect(loop.snapshot().route).toBeUndefined();
    await send(loop, "One?");
    expect(loop.snapshot().route).toMatchObject({ provider: "anthropic", recipientKey: first.recipientKey });
    await loop.switchProvider({ provider: "openai", model: "scripted" });
    expect(loop.snapshot().route).toMatchObject({ provider: "openai", recipient: "llm.example" });
    await send(loop, "Two?");
    expect(rows().slice(2)).toEqual([
      "info: From here on, made-up-model answers (llm.example).",
      "user: Two?",
      "answer (complete): Two.",
    ]);
  });

  it("leaves a question alone that was sent while servers were asked who can answer", async () => {
    const asked = Promise.withResolvers<Provider>();
    const first = scriptedProvider([answers("One."), [{ type: "hang" }]]);
    const { loop } = createLoop({ makeProvider: (model) => (model?.provider === "openai" ? asked.promise : first) });
    await send(loop, "One?");
    const switched = loop.switchProvider({ provider: "openai", model: "scripted" });
    void send(loop, "Two?");
    asked.resolve(elsewhere([]));
    expect(await switched).toBeUndefined();
    expect(loop.snapshot()).toMatchObject({ status: "running", route: { provider: "anthropic" } });
  });

  it("says that the chat goes elsewhere where it does: behind what was answered meanwhile", async () => {
    const asked = Promise.withResolvers<Provider>();
    const first = scriptedProvider([answers("One."), answers("Two.")]);
    const { loop, rows } = createLoop({
      makeProvider: (model) => (model?.provider === "openai" ? asked.promise : first),
    });
    await send(loop, "One?");
    const switched = loop.switchProvider({ provider: "openai", model: "scripted" });
    await send(loop, "Two?");
    asked.resolve(elsewhere([]));
    await switched;
    expect(rows().at(-1)).toContain("From here on");
    const [, , question, , notice] = loop.snapshot().rows;
    expect(notice?.requestId).toBe(question?.requestId);
  });

  it("goes to whom the person wished for last, though servers were still being asked for an earlier wish", async () => {
    const slow = Promise.withResolvers<Provider>();
    const models: Record<string, Provider | Promise<Provider>> = { slow: slow.promise, quick: elsewhere([]) };
    const first = scriptedProvider([answers("One.")]);
    const { loop, rows } = createLoop({ makeProvider: (asked) => models[asked?.model ?? ""] ?? first });
    await send(loop, "One?");
    const early = loop.switchProvider({ provider: "openai", model: "slow" });
    await loop.switchProvider({ provider: "openai", model: "quick" });
    slow.resolve({ ...elsewhere([]), recipientKey: "openai@slow.example", recipient: "slow.example" });
    expect(await early).toEqual({ type: "stopped" });
    expect(loop.snapshot().route).toMatchObject({ recipient: "llm.example" });
    expect(rows().filter((row) => row.startsWith("info:"))).toHaveLength(1);
  });

  it("stays where it is when the person stops, though who can answer is found after that", async () => {
    const asked = Promise.withResolvers<Provider>();
    const first = scriptedProvider([answers("One.")]);
    const { loop } = createLoop({ makeProvider: (model) => (model?.provider === "openai" ? asked.promise : first) });
    await send(loop, "One?");
    const switched = loop.switchProvider({ provider: "openai", model: "scripted" });
    await loop.stop();
    asked.resolve(elsewhere([]));
    expect(await switched).toEqual({ type: "stopped" });
    expect(loop.snapshot().route).toMatchObject({ provider: "anthropic" });
  });

  it("does nothing without a chat, and while a request runs", async () => {
    const { loop } = createLoop({ script: [hang] });
    expect(await loop.switchProvider()).toBeUndefined();
    void send(loop, "One?");
    await settle();
    expect(await loop.switchProvider()).toBeUndefined();
  });
});

describe("C6 a permission that macOS refused", () => {
  const isUsable = async ({ clock, remembered, world }: Surroundings) => {
    const availability = await availabilityOf(world.tools, memoryMemory(clock, remembered));
    return availability.get("show_note")?.type === "available";
  };
  function withDeniedTool(): Surroundings {
    const surroundings = newSurroundings();
    surroundings.world.tools = surroundings.world.tools.map((tool) =>
      tool.name === "show_note" ? { ...tool, requiredPermissions: ["automation_notes"] } : tool,
    );
    return surroundings;
  }

  it("is tried again with Try Again, whose notice goes", async () => {
    const surroundings = withDeniedTool();
    const { clock, remembered } = surroundings;
    const show = (id: string) => callsTools([{ id, name: "show_note", input: { name: "a" } }]);
    const { loop, rows, lastView, world } = createLoop({
      script: [show("x"), answers("It is not allowed."), show("y"), answers("Shown.")],
      surroundings,
    });
    await rememberDenied("automation_notes", memoryMemory(clock, remembered), new Date(clock.now));
    await send(loop, "Show it.");
    expect(rows()[2]).toContain("[open_permission_settings]");
    expect(toldResults(lastView())["x"]).toMatch(/^NOT run/);
    expect(await loop.retry()).toEqual({ type: "answered" });
    expect(world.runs).toHaveLength(1);
    expect(rows().filter((row) => row.includes("open_permission_settings"))).toEqual([]);
  });

  it("is tried again once the person has been to System Settings", async () => {
    const surroundings = withDeniedTool();
    const { loop, clock } = createLoop({ surroundings });
    const memory = memoryMemory(clock, surroundings.remembered);
    await rememberDenied("automation_notes", memory, new Date(clock.now));
    expect(await isUsable(surroundings)).toBe(false);
    await loop.forgetDenied("automation_notes");
    expect(await isUsable(surroundings)).toBe(true);
  });
});
