import { decide, send } from "../agent/support/create-loop";
import { copyFile, mkdir, open, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../src/agent/limits";
import { AgentLoop } from "../../src/agent/loop";
import type { ChatStore } from "../../src/agent/ports/store";
import { ToolRegistry } from "../../src/agent/tool/registry";
import { memoryImages } from "../agent/support/memory-images";
import { memoryMemory } from "../agent/support/memory-memory";
import { answers, callsTools, scriptedProvider, type Script } from "../agent/support/scripted-provider";
import { toolWorld, type ToolWorld } from "../agent/support/tool-world";
import { expectValidRequests, toldResults } from "../agent/support/wire-view";
import { openTempStore, tempFolder } from "./temp-store";

/** Looks, writes two notes (the person says yes to the first), answers. */
const model: Script = ({ messages }) => {
  const told = toldResults(messages);
  if (told["look"] === undefined) {
    return callsTools([{ id: "look", name: "find_notes", input: { query: "look" } }], "I look.");
  }
  if (told["yes"] !== undefined) return answers("All done.");
  const write = (id: string) => ({ id, name: "write_note", input: { name: id, text: "x" } });
  return callsTools([{ id: "show", name: "show_note", input: { name: "show" } }, write("yes"), write("no")]);
};

function startLoop(store: ChatStore, world: ToolWorld, life: string) {
  const provider = scriptedProvider(model);
  // By the second life, what the first had claimed has lapsed.
  const now = life === "first" ? 0 : 60_000;
  let ids = 0;
  const loop = new AgentLoop({
    host: { now: () => new Date(now), newId: () => `${life}-${(ids += 1)}` },
    store,
    memory: memoryMemory({ now }),
    images: memoryImages(),
    registry: new ToolRegistry(world.tools),
    limits: DEFAULT_LIMITS,
    provider: () => provider,
    region: () => ({ locale: "en-GB", timeZone: "UTC" }),
  });
  return { loop, provider };
}

async function decideAll(loop: AgentLoop): Promise<void> {
  for (;;) {
    const waiting = [...loop.snapshot().calls.values()].find(({ state }) => state.type === "awaiting_approval");
    if (waiting === undefined) return;
    await decide(loop, waiting.id, waiting.input["name"] === "yes" ? { type: "run", edits: {} } : { type: "cancel" });
  }
}

/** The database as a process that ends at one moment leaves it, and the calls that had run by then. */
type Moment = { file: string; ran: string[] };

/** A whole request on a real database, and a copy of its files before the first save and after each. */
async function recordMoments(): Promise<Moment[]> {
  const { store, file } = await openTempStore();
  const folder = await tempFolder();
  const world = toolWorld();
  const moments: Moment[] = [];
  const keep = async () => {
    const target = join(folder, String(moments.length), "orbit.sqlite");
    await copyDatabase(file, target);
    moments.push({ file: target, ran: ranIn(world) });
  };
  const watched: ChatStore = {
    ...store,
    async save(chatId, changes, guard) {
      // What ran between two saves is only known here.
      await keep();
      await store.save(chatId, changes, guard);
      await keep();
    },
  };
  const { loop } = startLoop(watched, world, "first");
  await send(loop, "Write notes.");
  await decideAll(loop);
  expect(ranIn(world)).toEqual(["look", "show", "yes"]);
  return moments;
}

function ranIn({ runs }: ToolWorld): string[] {
  return runs.map(({ input }) => [input["query"], input["name"]].find((value) => typeof value === "string") ?? "");
}

async function copyDatabase(from: string, to: string): Promise<void> {
  await mkdir(join(to, ".."), { recursive: true });
  for (const ending of ["", "-wal"]) await copyFile(from + ending, to + ending);
}

/** Opens the chat in a new life, carries it to its end, and checks that nothing was lost, done twice or told wrongly. */
async function expectGoodEnd({ file, ran }: Moment, hasQuestion: boolean): Promise<void> {
  const { store, setAside } = await openTempStore({ file });
  expect(setAside).toBeUndefined();
  const world = toolWorld();
  const { loop, provider } = startLoop(store, world, "second");
  expect(await loop.openLatest("any")).toBe(hasQuestion);
  if (!hasQuestion) return;
  expect(loop.snapshot().rows[0]).toMatchObject({ type: "user", text: "Write notes." });
  expect(JSON.stringify(loop.snapshot().rows)).not.toContain("could not be read");
  if (loop.snapshot().status === "idle") await loop.retry();
  await decideAll(loop);
  expect(loop.snapshot().rows.at(-1)).toMatchObject({ type: "answer", text: "All done." });
  expectValidRequests(provider.requests);

  const all = [...ran, ...ranIn(world)];
  for (const id of ["show", "yes", "no"]) expect(all.filter((other) => other === id).length).toBeLessThanOrEqual(1);
  const told = toldResults(provider.requests.at(-1)?.messages ?? []);
  for (const id of ["show", "yes"]) {
    expect([id, all.includes(id), told[id]]).toEqual([
      id,
      all.includes(id),
      expect.stringMatching(all.includes(id) ? /^(Opened|Wrote|It is unknown)/ : /^(NOT run|It is unknown)/) as string,
    ]);
  }
}

describe("M3.2 a process that ends at any write of a real database", () => {
  it("leaves a chat that the next one carries to its end", async () => {
    const moments = await recordMoments();
    expect(moments.length).toBeGreaterThan(20);
    for (const [index, moment] of moments.entries()) await expectGoodEnd(moment, index > 0);
  });

  it("leaves it also where it ends in the middle of the write", async () => {
    const moments = await recordMoments();
    for (let index = 0; index + 1 < moments.length; index += 2) {
      const [before, after] = [moments[index], moments[index + 1]];
      if (before === undefined || after === undefined) break;
      const [from, to] = await Promise.all([walSize(before), walSize(after)]);
      const torn = join(await tempFolder(), "orbit.sqlite");
      await copyDatabase(after.file, torn);
      // A frame is a page and its header; the last one, which makes the transaction count, is cut in its middle.
      await truncate(`${torn}-wal`, Math.max(from, to - 2_000));
      await expectGoodEnd({ ...before, file: torn }, index > 0);
    }
  });

  it("leaves it also where the last page that it wrote is not what it should be", async () => {
    const moments = await recordMoments();
    const [before, after] = moments.slice(6, 8);
    if (before === undefined || after === undefined) return expect.fail("There are too few saves.");
    const torn = join(await tempFolder(), "orbit.sqlite");
    await copyDatabase(after.file, torn);
    const wal = await open(`${torn}-wal`, "r+");
    await wal.write(Buffer.alloc(1_000, 7), 0, 1_000, (await walSize(after)) - 1_500);
    await wal.close();
    await expectGoodEnd({ ...before, file: torn }, true);
  });
});

async function walSize({ file }: Moment): Promise<number> {
  return (await stat(`${file}-wal`)).size;
}
