import { afterEach, describe, expect, it, vi } from "vitest";
import type { Attachment } from "../../src/agent/chat/attachments";
import { rememberDenied, TOOLS_OFF_KEY } from "../../src/agent/tool/availability";
import { createLoop, newSurroundings, send, settle, type Surroundings } from "./support/create-loop";
import { memoryMemory } from "./support/memory-memory";
import { answers, type Step } from "./support/scripted-provider";
import type { MemoryStore } from "./support/memory-store";

const FOREVER = Number.MAX_SAFE_INTEGER;
const many = (): Step[][] => Array.from({ length: 6 }, () => answers("Yes."));

/** The surroundings of tests, where one of the tools needs a permission. */
function surroundingsWithPermissions(): Surroundings {
  const surroundings = newSurroundings();
  const { world } = surroundings;
  world.tools = world.tools
    .slice(0, 3)
    .map((tool) => (tool.name === "show_note" ? { ...tool, requiredPermissions: ["automation_notes"] } : tool));
  return surroundings;
}

/** What the person and macOS do to the tools meanwhile. */
function changes({ clock, remembered }: Surroundings) {
  const memory = memoryMemory(clock, remembered);
  return {
    turnOff: (...names: string[]) => memory.put(TOOLS_OFF_KEY, names, FOREVER),
    deny: () => rememberDenied("automation_notes", memory, new Date(clock.now)),
  };
}

/** The context block of the newest question that was sent. */
function lastContext({ lastView }: ReturnType<typeof createLoop>): string {
  const block = lastView().at(-1)?.content[0];
  return block?.type === "text" ? block.text : "";
}

const frozenSaves = ({ saves }: MemoryStore) => saves.flat().filter(({ type }) => type === "frozen").length;

/** Takes a chat's frozen prompt from the disk, as damage does. */
function damagePrompt({ disk }: Surroundings): void {
  for (const rows of disk.values()) expect(rows.delete("frozen")).toBe(true);
}

afterEach(() => void vi.useRealTimers());

describe("C4 what the person sends along", () => {
  it("goes into the context in front of their words, and stands in their row", async () => {
    const attachments: Attachment[] = [
      { type: "finder_selection", paths: ["~/Offer.pdf"] },
      { type: "selected_text", text: "Dear Ms Kaya", appName: "Mail" },
    ];
    const world = createLoop({ script: many() });
    const sent = world.loop.send("Answer this.", attachments);
    expect(world.loop.snapshot().rows).toMatchObject([{ type: "user", text: "Answer this.", attachments }]);
    await (sent.type === "sent" ? sent.ended : undefined);
    expect(lastContext(world)).toContain("\n<finder_selection>\n- ~/Offer.pdf\n</finder_selection>\n");
    expect(lastContext(world)).toContain('\n<selected_text app="Mail">\nDear Ms Kaya\n</selected_text>\n');
    expect(world.lastView()[0]?.content[1]).toEqual({ type: "text", text: "Answer this." });
  });

  it("is told once, with the question that it came with", async () => {
    const world = createLoop({ script: many() });
    const sent = world.loop.send("One?", [{ type: "finder_selection", paths: ["~/a"] }]);
    await (sent.type === "sent" ? sent.ended : undefined);
    await send(world.loop, "Two?");
    expect(lastContext(world)).not.toContain("finder_selection");
    expect(world.loop.snapshot().rows.at(-2)).not.toHaveProperty("attachments");
  });

  it("is not lost where the person stops at once", async () => {
    const world = createLoop({ script: many() });
    void world.loop.send("One?", [{ type: "finder_selection", paths: ["~/a"] }]);
    await world.loop.stop();
    expect(world.provider.requests).toEqual([]);
    await world.loop.retry();
    expect(lastContext(world)).toContain("- ~/a");
  });
});

describe("C4 the person's name", () => {
  it("stands in the prompt, and is asked for once in a chat", async () => {
    const userName = vi.fn(() => Promise.resolve("Mira"));
    const { loop, provider } = createLoop({ script: many(), userName });
    await send(loop, "One?");
    await send(loop, "Two?");
    expect(provider.requests.map(({ systemPrompt }) => systemPrompt.includes("as this Mac has it: Mira\n"))).toEqual([
      true,
      true,
    ]);
    expect(userName).toHaveBeenCalledTimes(1);
  });

  it("is waited for two seconds, with the question stored, and then done without", async () => {
    vi.useFakeTimers();
    const { loop, provider, store } = createLoop({ script: many(), userName: () => new Promise(() => undefined) });
    const ended = send(loop, "One?");
    await vi.advanceTimersByTimeAsync(1_999);
    expect(store.saves.flat().map(({ type }) => type)).toContain("message");
    expect(provider.requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await ended).toEqual({ type: "answered" });
    expect(provider.requests[0]?.systemPrompt).not.toContain("The person's name");
  });

  it("is done without where the system refuses it", async () => {
    const { loop, provider } = createLoop({ script: many(), userName: () => Promise.reject(new Error("no")) });
    expect(await send(loop, "One?")).toEqual({ type: "answered" });
    expect(provider.requests[0]?.systemPrompt).not.toContain("The person's name");
  });

  it("keeps nobody from stopping: nothing is frozen then, and the next try asks again", async () => {
    const userName = vi
      .fn(() => Promise.resolve("Mira"))
      .mockImplementationOnce(() => new Promise<never>(() => undefined));
    const { loop, provider, store } = createLoop({ script: many(), userName });
    void send(loop, "One?");
    await settle();
    await loop.stop();
    expect([provider.requests, frozenSaves(store)]).toEqual([[], 0]);
    expect(await loop.retry()).toEqual({ type: "answered" });
    expect(provider.requests[0]?.systemPrompt).toContain("as this Mac has it: Mira\n");
  });
});

describe("C4 the person's region", () => {
  it("is the one that the system has, with a region set apart from the language", async () => {
    const systemLocale = () => Promise.resolve("en-US-u-rg-frzzzz");
    const { loop, provider } = createLoop({ script: many(), systemLocale });
    await send(loop, "One?");
    expect(provider.requests[0]?.systemPrompt).toContain("The person's region is France (FR).");
  });

  it("is that of the launcher where the system does not tell", async () => {
    const { loop, provider } = createLoop({ script: many(), systemLocale: () => Promise.resolve(undefined) });
    await send(loop, "One?");
    expect(provider.requests[0]?.systemPrompt).toContain("The person's region is Germany (DE).");
  });
});

describe("C4 tools that cannot be used", () => {
  it("are not offered where the person turned them off, and offered where macOS does not allow them; the prompt says both", async () => {
    const surroundings = surroundingsWithPermissions();
    await changes(surroundings).turnOff("find_notes");
    await changes(surroundings).deny();
    const world = createLoop({ script: many(), surroundings });
    await send(world.loop, "One?");
    const [request] = world.provider.requests;
    expect(request?.tools.map(({ name }) => name)).toEqual(["show_note", "write_note"]);
    expect(request?.systemPrompt).toContain("You have: show_note, write_note.");
    expect(request?.systemPrompt).toContain("\n- find_notes cannot be used: the person turned it off in Orbit.\n");
    expect(request?.systemPrompt).toContain('- show_note cannot be used: macOS has not granted Orbit the permission "');
    expect(lastContext(world)).not.toContain("tools");
  });

  it("are told with the next question when that changes, once, and again when they are back", async () => {
    const surroundings = surroundingsWithPermissions();
    const world = createLoop({ script: many(), surroundings });
    const news = async (question: string) => {
      await send(world.loop, question);
      return lastContext(world).split("\n").slice(2, -1);
    };
    expect(await news("One?")).toEqual([]);
    await changes(surroundings).deny();
    expect(await news("Two?")).toEqual([
      "Changed for the tools:",
      '- show_note: cannot be used, macOS has not granted Orbit the permission "Automation: Notes"',
    ]);
    expect(await news("Three?")).toEqual([]);
    surroundings.clock.now += 5 * 60_000;
    expect(await news("Four?")).toEqual(["Changed for the tools:", "- show_note: can be used again"]);
  });

  it("are told in full with the first question after a relaunch", async () => {
    const surroundings = surroundingsWithPermissions();
    await send(createLoop({ script: many(), surroundings }).loop, "One?");
    await changes(surroundings).turnOff("write_note");
    const second = createLoop({ script: many(), surroundings });
    await second.loop.openLatest("any");
    await send(second.loop, "Two?");
    expect(lastContext(second)).toContain(
      "\nTools that cannot be used:\n- write_note: cannot be used, the person turned it off in Orbit\n",
    );
    await send(second.loop, "Three?");
    expect(lastContext(second)).not.toContain("ools");
  });

  it("are the ones, too, that were turned on after the chat began", async () => {
    const surroundings = surroundingsWithPermissions();
    await changes(surroundings).turnOff("find_notes");
    const world = createLoop({ script: many(), surroundings });
    await send(world.loop, "One?");
    await changes(surroundings).turnOff();
    await send(world.loop, "Two?");
    expect(lastContext(world)).toContain(
      "\n- find_notes: cannot be used, it was turned on after this chat began, so only a new chat can use it\n",
    );
    expect(world.provider.requests[1]?.tools).toEqual(world.provider.requests[0]?.tools);
  });
});

describe("C1 prompt and tools are frozen", () => {
  it("once, with the first request, and stored before it leaves", async () => {
    const surroundings = newSurroundings();
    const first = createLoop({ script: many(), surroundings });
    await send(first.loop, "One?");
    await send(first.loop, "Two?");
    const second = createLoop({ script: many(), surroundings });
    await second.loop.openLatest("any");
    await send(second.loop, "Three?");
    expect([frozenSaves(first.store), frozenSaves(second.store)]).toEqual([1, 0]);
  });

  it.each(["retry", "question"] as const)(
    "and made anew where damage took them, once, before anything is sent: with a %s",
    async (way) => {
      const surroundings = newSurroundings();
      const first = createLoop({ script: [[{ type: "hang" }]], surroundings });
      void send(first.loop, "One?");
      await settle();
      damagePrompt(surroundings);
      const storedFirst: boolean[] = [];
      const second = createLoop({
        script: () => {
          storedFirst.push(frozenSaves(second.store) === 1);
          return answers("Yes.");
        },
        surroundings,
      });
      await second.loop.openLatest("any");
      await (way === "retry" ? second.loop.retry() : send(second.loop, "Two?"));
      await send(second.loop, "Three?");
      const [before] = first.provider.requests;
      expect(second.provider.requests.map(({ systemPrompt, tools }) => [systemPrompt, tools])).toEqual([
        [before?.systemPrompt, before?.tools],
        [before?.systemPrompt, before?.tools],
      ]);
      expect([storedFirst, frozenSaves(second.store)]).toEqual([[true, true], 1]);
    },
  );
});
