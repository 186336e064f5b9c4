import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { Attachment } from "../../src/agent/chat/attachments";
import { storeWords } from "../../src/agent/notices";
import { ProviderError, type ProviderErrorDetail } from "../../src/agent/ports/provider-error";
import type { StoreErrorDetail } from "../../src/agent/ports/store";
import { defineTool } from "../../src/agent/tool/define-tool";
import { createLoop, decide, newSurroundings, settle, type Surroundings } from "./support/create-loop";
import type { StoreFaults } from "./support/memory-store";
import { answers, callsTools, deltas, scriptedProvider, type Script, type Step } from "./support/scripted-provider";
import { toldResults } from "./support/wire-view";

const CHIPS: Attachment[] = [{ type: "finder_selection", paths: ["/a", "/b"] }];
const fails = (detail: ProviderErrorDetail): Step[] => [{ type: "fail", error: new ProviderError(detail) }];
const overloaded = fails({ type: "overloaded" });
const OVERLOADED = "error: The provider is overloaded just now. Try again in a moment. [retry]";
const STOPPED = "info: Stopped. [retry]";
const SENT_CHIPS = "sent to the script: 2 selection";

/** A world whose tool `list_files` says that it gave the model this many names. */
function withFiles(): Surroundings {
  const surroundings = newSurroundings();
  surroundings.world.tools.push(
    defineTool({
      name: "list_files",
      title: "List Files",
      description: "Lists files.",
      parameters: z.object({ count: z.int().min(1) }),
      category: "files",
      risk: "read",
      label: () => "Listing…",
      run: ({ count }) =>
        Promise.resolve({ text: `${count} names`, summary: "Listed", disclosures: [{ kind: "fileNames", count }] }),
    }),
  );
  return surroundings;
}

const lists = (id: string, count: number): Step[] => callsTools([{ id, name: "list_files", input: { count } }]);
const writes = callsTools([{ id: "w", name: "write_note", input: { name: "a", text: "b" } }]);

function chatting(script: Script | Step[][], faults: StoreFaults = {}, surroundings = withFiles()) {
  const harness = createLoop({ script, faults, surroundings });
  const ask = async (text: string, ...chips: Attachment[]) => {
    const sent = harness.loop.send(text, chips);
    return sent.type === "sent" ? sent.ended : sent;
  };
  return { ...harness, ask };
}

describe("C10 what was sent is noted at the end of a run", () => {
  it("once, for all of its requests, after the answer", async () => {
    const { ask, rows } = chatting([lists("a", 3), lists("b", 2), answers("Five."), answers("Yes.")]);
    await ask("How many?", ...CHIPS);
    expect(rows().slice(-2)).toEqual(["answer (complete): Five.", "sent to the script: 2 selection, 5 fileNames"]);
    await ask("Sure?");
    expect(rows().at(-1)).toBe("answer (complete): Yes.");
  });

  it("not where nothing of the person's was sent: then a run costs no save more", async () => {
    const { ask, rows, store } = chatting([answers("Yes.")]);
    await ask("Sure?");
    expect(rows()).toEqual(["user: Sure?", "answer (complete): Yes."]);
    expect(store.saves.flat().filter(({ type }) => type === "mark")).toHaveLength(1);
    expect(JSON.stringify(store.saves)).not.toContain('"sent"');
  });

  it("before a closing notice, which stays the last row", async () => {
    const { ask, rows } = chatting([lists("a", 3), overloaded]);
    expect(await ask("How many?", ...CHIPS)).toEqual({ type: "failed" });
    expect(rows().slice(-2)).toEqual(["sent to the script: 2 selection, 3 fileNames", OVERLOADED]);
  });

  it("after Stop, with what had gone out, and not with what had not", async () => {
    const { ask, loop, rows } = chatting([lists("a", 3), [...deltas(["Half"]), { type: "hang" }]]);
    const asked = ask("How many?", ...CHIPS);
    await settle();
    await loop.stop();
    await asked;
    expect(rows().slice(-2)).toEqual(["sent to the script: 2 selection, 3 fileNames", STOPPED]);
  });

  it("not after a Stop before the first request: that waits, also over a relaunch, for the next one", async () => {
    const first = chatting([]);
    const asked = first.ask("How many?", ...CHIPS);
    await first.loop.stop();
    await asked;
    expect([first.rows(), first.provider.requests]).toEqual([["user: How many?", STOPPED], []]);

    const second = chatting([answers("Two.")], {}, first.surroundings);
    await second.loop.openLatest("any");
    expect(second.rows().at(-1)).toBe(STOPPED);
    await second.ask("And now?");
    expect(second.rows().slice(-2)).toEqual(["answer (complete): Two.", SENT_CHIPS]);
  });

  it("only when the run is over, where it pauses for a form", async () => {
    const { ask, loop, rows, waitingCall } = chatting([writes, answers("Done.")]);
    expect(await ask("Write.", ...CHIPS)).toMatchObject({ type: "awaiting_approval" });
    expect(rows().at(-1)).toBe("call: write_note awaiting_approval");
    await decide(loop, waitingCall(), { type: "run", edits: {} });
    expect(rows().slice(-2)).toEqual(["answer (complete): Done.", SENT_CHIPS]);
  });

  it("at the Stop of a form that waits", async () => {
    const { ask, loop, rows } = chatting([writes]);
    await ask("Write.", ...CHIPS);
    await loop.stop();
    expect(rows().slice(-2)).toEqual([SENT_CHIPS, STOPPED]);
  });

  it("of a question that the model declined", async () => {
    const { ask, rows } = chatting([callsTools([], "No.", { type: "refusal" }), answers("Yes.")]);
    await ask("Forbidden?", ...CHIPS);
    expect(rows().slice(-2)).toEqual([SENT_CHIPS, "warning: The model declined to answer this request."]);
    await ask("Allowed?");
    expect(rows().at(-1)).toBe("answer (complete): Yes.");
  });
});

describe("C10 Try Again", () => {
  it("keeps the note of what was sent (B23), and does not count it a second time", async () => {
    const { ask, loop, rows } = chatting([overloaded, lists("a", 3), answers("Three.")]);
    await ask("How many?", ...CHIPS);
    await loop.retry();
    expect(rows()).toEqual([
      "user: How many?",
      SENT_CHIPS,
      "call: list_files result",
      "answer (complete): Three.",
      "sent to the script: 3 fileNames",
    ]);
  });

  it.each<ProviderErrorDetail>([
    { type: "no_model" },
    { type: "missing_api_key", destination: { type: "anthropic_api" } },
    { type: "network", failure: "offline", destination: { type: "anthropic_api" } },
    { type: "network", failure: "cannot_connect", destination: { type: "this_mac", address: "localhost:1" } },
    { type: "network", failure: "insecure", destination: { type: "server", address: "llm.example" } },
    { type: "unencrypted_address", address: "llm.example" },
    { type: "claude_code", failure: "not_installed" },
  ])("counts for the first time what had not left this Mac: %j", async (detail) => {
    const { ask, loop, rows } = chatting([fails(detail), answers("Two.")]);
    await ask("How many?", ...CHIPS);
    expect(rows().filter((row) => row.startsWith("sent"))).toEqual([]);
    await loop.retry();
    expect(rows().slice(-2)).toEqual(["answer (complete): Two.", SENT_CHIPS]);
  });

  it.each<ProviderErrorDetail>([
    { type: "missing_api_key", destination: { type: "server", address: "llm.example" } },
    { type: "network", failure: "connection_lost", destination: { type: "anthropic_api" } },
    { type: "network", failure: "timed_out", destination: { type: "anthropic_api" } },
    { type: "claude_code", failure: "ended" },
    { type: "invalid_base_url" },
    { type: "incomplete_response" },
  ])("counts as sent what may have arrived: %j", async (detail) => {
    const { ask, rows } = chatting([fails(detail)]);
    await ask("How many?", ...CHIPS);
    expect(rows()[1]).toBe(SENT_CHIPS);
  });
});

describe("C10 a provider that runs tools itself", () => {
  it("has had the results that it was given, in the same run", async () => {
    const surroundings = withFiles();
    const provider = scriptedProvider([answers("Done.")]);
    const managed: typeof provider = {
      ...provider,
      runsTools: true,
      async *stream(_request, _signal, tools) {
        yield { type: "tool_call_started", id: "a", name: "list_files" };
        await tools?.run({
          type: "tool_use",
          id: "a",
          name: "list_files",
          input: { count: 3 },
          rawInput: '{"count":3}',
        });
        yield* provider.stream(_request, _signal);
      },
    };
    const { loop, rows } = createLoop({ provider: managed, surroundings });
    const sent = loop.send("How many?", CHIPS);
    if (sent.type === "sent") await sent.ended;
    expect(rows().slice(-2)).toEqual(["answer (complete): Done.", "sent to the script: 2 selection, 3 fileNames"]);
  });
});

describe("C10 a crash at any save", () => {
  /** Lists files twice, writes a note, answers. */
  const model: Script = ({ messages }) => {
    const told = toldResults(messages);
    if (told["a"] === undefined) return lists("a", 3);
    if (told["b"] === undefined) return lists("b", 2);
    return told["w"] === undefined ? writes : answers("All done.");
  };

  /** The person says yes to the form. */
  async function goOn({ loop, calls }: ReturnType<typeof createLoop>): Promise<void> {
    const waiting = calls().find(({ state }) => state.type === "awaiting_approval");
    if (waiting !== undefined) await decide(loop, waiting.id, { type: "run", edits: {} });
  }

  const noted = ({ loop }: Pick<ReturnType<typeof createLoop>, "loop">, kind: string) =>
    loop
      .snapshot()
      .rows.flatMap((row) => (row.type === "disclosure" ? row.items : []))
      .filter((item) => item.kind === kind)
      .reduce((sum, { count }) => sum + count, 0);

  it("loses no note and makes none twice, whether the request goes on or not", async () => {
    let isOver = false;
    let saves = 0;
    for (let save = 1; !isOver; save += 1) {
      for (const kept of [false, true]) {
        const surroundings = withFiles();
        const first = chatting(model, { death: { save, kept } }, surroundings);
        const life = first.ask("Do it.", ...CHIPS).then(() => goOn(first));
        isOver = await Promise.race([life.then(() => true), first.store.died.then(() => false)]);
        if (isOver) break;
        saves = save;
        await settle();
        // A mark that dies with its process is made up for by the next request; every other one is there.
        const isMarkLost = !kept && JSON.stringify(first.store.saves[save - 1]).includes('"sent"');
        const requests = first.provider.requests.slice(0, isMarkLost ? -1 : undefined);

        const second = chatting(model, {}, surroundings);
        if (!(await second.loop.openLatest("any"))) continue;
        if (second.loop.snapshot().status === "idle") {
          const told = Object.values(toldResults(requests.at(-1)?.messages ?? [])).filter((text) =>
            /names$/.test(text),
          );
          expect({ save, kept, selected: noted(second, "selection"), names: noted(second, "fileNames") }).toEqual({
            save,
            kept,
            selected: requests.length > 0 ? 2 : 0,
            names: told.reduce((sum, text) => sum + parseInt(text, 10), 0),
          });
          await second.loop.retry();
        }
        await goOn(second);
        expect({ save, kept, last: second.rows().some((row) => row.endsWith("All done.")) }).toMatchObject({
          last: true,
        });
        expect({ save, kept, selected: noted(second, "selection"), names: noted(second, "fileNames") }).toEqual({
          save,
          kept,
          selected: 2,
          names: 5,
        });

        const third = chatting([], {}, surroundings);
        await third.loop.openLatest("any");
        expect([noted(third, "selection"), noted(third, "fileNames")]).toEqual([2, 5]);
      }
    }
    expect(saves).toBeGreaterThan(10);
  });

  it("notes on the next opening what the run had sent, before the notice", async () => {
    const surroundings = withFiles();
    const first = chatting([lists("a", 3), [{ type: "hang" }]], {}, surroundings);
    void first.ask("How many?", ...CHIPS);
    await settle();
    const second = chatting([], {}, surroundings);
    await second.loop.openLatest("any");
    const after = second.rows().slice(-2);
    expect(after).toEqual([
      "sent to the script: 2 selection, 3 fileNames",
      "warning: Orbit was closed before this request was finished. [retry]",
    ]);
    const third = chatting([], {}, surroundings);
    await third.loop.openLatest("any");
    expect(third.rows().slice(-2)).toEqual(after);
  });
});

describe("C11 one notice for one failure (B20)", () => {
  const FULL = storeWords({ type: "full" });

  function onDisk(...script: Step[][]) {
    const trouble: { detail: StoreErrorDetail | undefined } = { detail: undefined };
    const fill: Step = { type: "wait", until: () => Promise.resolve((trouble.detail = { type: "full" })) };
    const harness = chatting([[fill, ...(script[0] ?? [])], ...script.slice(1)], { failure: () => trouble.detail });
    const noticesTold = () =>
      harness.events.filter(
        (event) => event.type === "change" && event.change.type === "row" && event.change.row.type === "notice",
      );
    return { ...harness, trouble, noticesTold };
  }

  it("where the provider fails and the chat cannot be saved", async () => {
    const { ask, loop, rows, trouble, noticesTold } = onDisk(overloaded, answers("Yes."));
    await ask("Sure?");
    expect(noticesTold()).toHaveLength(1);
    expect(rows().slice(1)).toEqual([
      `error: The provider is overloaded just now. Try again in a moment. ${FULL} [retry]`,
    ]);
    trouble.detail = undefined;
    await loop.retry();
    expect(rows()).toEqual(["user: Sure?", "answer (complete): Yes."]);
  });

  it("where the person stops and the chat cannot be saved", async () => {
    const { ask, loop, rows, noticesTold } = onDisk([{ type: "hang" }]);
    const asked = ask("Sure?");
    await settle();
    await loop.stop();
    await asked;
    expect(rows().slice(1)).toEqual([`error: Stopped. ${FULL} [retry]`]);
    expect(noticesTold()).toHaveLength(1);
  });
});
