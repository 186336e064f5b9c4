import { describe, expect, it } from "vitest";
import * as z from "zod";
import { defineTool } from "../../src/agent/tool/define-tool";
import { ToolError } from "../../src/agent/tool/tool-error";
import { createLoop, decide, newSurroundings, send, settle } from "./support/create-loop";
import { answers, callsTools } from "./support/scripted-provider";
import { toldResults } from "./support/wire-view";

type Seen = { typed: string[]; prepared: unknown[]; ran: unknown[] };

/** A tool that opens a link at once if the person typed it, and asks otherwise; what it was given, in order. */
function linkWorld() {
  const surroundings = newSurroundings();
  const seen: Seen = { typed: [], prepared: [], ran: [] };
  const tool = defineTool({
    name: "open_link",
    title: "Open Link",
    description: "Opens a link.",
    parameters: z.object({ link: z.string() }),
    category: "apps",
    risk: "write",
    label: ({ link }) => `Opening ${link}…`,
    review: ({ link }, { text }) => {
      seen.typed.push(text);
      if (link.startsWith("file:")) return { risk: "destructive" };
      return text.includes(link)
        ? { risk: "draft", secret: { typed: link } }
        : { risk: "write", secret: { typed: "" } };
    },
    prepare: ({ link }, { secret }) => {
      seen.prepared.push(secret);
      if (link === "http://nowhere") throw new ToolError("not_found", "There is no such page.");
      const fields = [{ id: "link", label: "Link", value: link, kind: "text" as const, editable: true }];
      const form = { title: "Open", message: "", fields, confirmLabel: "Open" };
      return Promise.resolve({ input: { link }, target: null, form, ...(secret && { secret }) });
    },
    run: async ({ input, secret }) => {
      seen.ran.push({ ...input, ...secret });
      await (input.link === "http://slow" ? new Promise<never>(() => undefined) : undefined);
      return { text: `Opened ${input.link}.` };
    },
  });
  surroundings.world.tools.push(tool);
  const open = (link: string) => callsTools([{ id: "o", name: "open_link", input: { link } }]);
  return { surroundings, seen, open };
}

describe("C6 a call that its review finds harmless", () => {
  it("is prepared and then runs without a form, with its intent stored before", async () => {
    const { surroundings, seen, open } = linkWorld();
    const { loop, calls, store, lastView } = createLoop({
      script: [open("http://a.org"), answers("Done.")],
      surroundings,
    });
    expect(await send(loop, "Open http://a.org now")).toEqual({ type: "answered" });
    expect(seen.prepared).toEqual([{ typed: "http://a.org" }]);
    expect(seen.ran).toEqual([{ link: "http://a.org", typed: "http://a.org" }]);
    expect(calls()[0]).toMatchObject({ risk: "draft", state: { type: "result", ran: true, summary: "Completed" } });
    const states = store.saves.flat().flatMap((change) => (change.type === "call" ? [change.call.state.type] : []));
    expect(states).toEqual(["announced", "intent", "result"]);
    expect(toldResults(lastView())).toEqual({ o: "Opened http://a.org." });
  });

  it("is refused where it cannot be prepared", async () => {
    const { surroundings, seen, open } = linkWorld();
    const { loop, lastView } = createLoop({ script: [open("http://nowhere"), answers("Sorry.")], surroundings });
    await send(loop, "Open http://nowhere");
    expect([seen.ran, toldResults(lastView())]).toEqual([[], { o: "NOT run. Not found: There is no such page." }]);
  });

  it("is told as unknown where it was stopped while it ran", async () => {
    const { surroundings, seen, open } = linkWorld();
    const { loop, calls } = createLoop({ script: [open("http://slow")], surroundings });
    const sent = send(loop, "Open http://slow");
    await settle();
    expect(seen.ran).toHaveLength(1);
    await loop.stop();
    await sent;
    expect(calls()[0]?.state).toMatchObject({ type: "unknown", reason: "stopped" });
  });
});

describe("C6 what a review sees", () => {
  it("is what the person typed, without what was sent along, earlier questions and results", async () => {
    const { surroundings, seen, open } = linkWorld();
    const { loop } = createLoop({
      script: [answers("Hello."), open("http://a.org")],
      surroundings,
    });
    await send(loop, "Remember http://a.org");
    const sent = loop.send("Open it", [{ type: "selected_text", text: "http://a.org" }]);
    expect(sent.type === "sent" && (await sent.ended)).toMatchObject({ type: "awaiting_approval" });
    expect(new Set(seen.typed)).toEqual(new Set(["Open it"]));
    expect(seen.ran).toEqual([]);
  });

  it("is the same when the request is tried again", async () => {
    const { surroundings, seen, open } = linkWorld();
    const { loop } = createLoop({
      script: [[{ type: "fail", error: new Error("down") }], open("http://a.org"), answers("Done.")],
      surroundings,
    });
    await send(loop, "Open http://a.org");
    expect(await loop.retry()).toEqual({ type: "answered" });
    expect(seen.ran).toHaveLength(1);
  });

  it("is nothing after a relaunch, so the call gets its form", async () => {
    const { surroundings, seen, open } = linkWorld();
    const failing = { type: "fail" as const, error: new Error("down") };
    const first = createLoop({ script: [[failing]], surroundings });
    await send(first.loop, "Open http://a.org");
    const { loop, waitingCall } = createLoop({ script: [open("http://a.org")], surroundings });
    await loop.openLatest("any");
    expect(await loop.retry()).toEqual({ type: "awaiting_approval", callIds: [waitingCall()] });
    expect([new Set(seen.typed), seen.ran]).toEqual([new Set([""]), []]);
  });

  it("is nothing after a relaunch even for a call that had been found harmless but had not begun", async () => {
    const { surroundings, seen, open } = linkWorld();
    const dry = linkWorld();
    const counted = createLoop({ script: [dry.open("http://a.org"), answers("")], surroundings: dry.surroundings });
    await send(counted.loop, "Open http://a.org");
    const announced = counted.store.saves.findIndex((changes) => changes.some(({ type }) => type === "call"));
    const death = { save: announced + 1, kept: true };
    const first = createLoop({ script: [open("http://a.org")], surroundings, faults: { death } });
    void send(first.loop, "Open http://a.org");
    await first.store.died;
    const { loop, waitingCall, calls } = createLoop({ script: [answers("Done.")], surroundings });
    await loop.openLatest("any");
    expect(calls()[0]).toMatchObject({ risk: "draft", state: { type: "announced" } });
    expect(await loop.retry()).toEqual({ type: "awaiting_approval", callIds: [waitingCall()] });
    expect([calls()[0]?.risk, seen.ran]).toEqual(["write", []]);
  });
});

describe("C6 a call that its review finds worse than its tool", () => {
  it("has that risk in its row, for its form", async () => {
    const { surroundings, open } = linkWorld();
    const { loop, calls } = createLoop({ script: [open("file:///etc")], surroundings });
    expect(await send(loop, "Open it")).toMatchObject({ type: "awaiting_approval" });
    expect(calls()[0]?.risk).toBe("destructive");
  });
});

describe("C5 what a review keeps for itself", () => {
  it("is there each time the call is prepared, whatever the person edits, and never among the arguments", async () => {
    const { surroundings, seen, open } = linkWorld();
    const { loop, waitingCall, calls, lastView } = createLoop({
      script: [open("http://a.org"), answers("Done.")],
      surroundings,
    });
    await send(loop, "Open it");
    await decide(loop, waitingCall(), { type: "run", edits: { link: "http://b.org", typed: "x", _typed: "y" } });
    expect(seen.prepared).toEqual([{ typed: "" }, { typed: "" }, { typed: "" }]);
    expect(seen.ran).toEqual([{ link: "http://b.org", typed: "" }]);
    expect(calls()[0]).toMatchObject({ input: { link: "http://a.org" }, editedInput: { link: "http://b.org" } });
    expect(JSON.stringify(lastView())).not.toContain("typed");
  });

  it("survives a relaunch with the form", async () => {
    const { surroundings, seen, open } = linkWorld();
    await send(createLoop({ script: [open("http://a.org")], surroundings }).loop, "Open it");
    const { loop, waitingCall } = createLoop({ script: [answers("Done.")], surroundings });
    await loop.openLatest("any");
    expect(await decide(loop, waitingCall(), { type: "run", edits: {} })).toEqual({ type: "answered" });
    expect(seen.ran).toEqual([{ link: "http://a.org", typed: "" }]);
  });
});
