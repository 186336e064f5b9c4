import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { terminalHost } from "../../src/cli/terminal-host";
import { createOrbit, type Orbit } from "../../src/compose";
import type { BenchResult } from "./bench-result";
import { startServerProcess } from "./server-process";
import { fileOf, TOOL_TURNS } from "./turns/script";

const ROUNDS = 20;
const WARM_UP = 5;

/** A turn saves several times and runs a tool; beside the second that a model takes for it, that must stay unnoticed. */
const RATIO_LIMIT = 15;

/**
 * A request of fifteen turns that call a tool, through the whole agent (provider, loop, tool, store), against plain
 * requests of the same bytes to the same server, which is another process. Both in turns, so that they see the same
 * machine.
 */
export async function benchTurns(): Promise<BenchResult[]> {
  const server = await startServerProcess("turns/turn-server.ts");
  const home = await mkdtemp(join(tmpdir(), "orbit-bench-"));
  try {
    const { origin } = server;
    for (let turn = 0; turn < TOOL_TURNS; turn += 1) await writeFile(join(home, fileOf(turn)), `note ${turn}`);
    const preferences = {
      provider: "openai",
      openaiBaseUrl: `${origin}/v1`,
      openaiModel: "bench",
      contextWindow: "200k",
    };
    const orbit = await createOrbit(terminalHost(preferences, home));
    try {
      return await compare(orbit, origin);
    } finally {
      await orbit.close();
    }
  } finally {
    server.stop();
    await rm(home, { recursive: true });
  }
}

async function compare(orbit: Orbit, origin: string): Promise<BenchResult[]> {
  const plain: number[] = [];
  const ours: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const askedMs = await timed(() => ask(orbit));
    await orbit.loop.newChat();
    const bodies = await takeBodies(origin);
    const plainMs = await timed(() => sendAll(origin, bodies));
    await takeBodies(origin);
    if (round < 0) continue;
    ours.push(askedMs);
    plain.push(plainMs);
  }
  const turns = TOOL_TURNS + 1;
  const floor = `turns: ${turns} plain requests of the same bytes`;
  return [
    { name: floor, value: median(plain), unit: "ms" },
    { name: `turns: ${TOOL_TURNS} that call a tool, and the answer`, value: median(ours), unit: "ms" },
    { name: "turns: what one costs above its request", value: (median(ours) - median(plain)) / turns, unit: "ms" },
    {
      name: "turns: the agent to plain requests",
      value: median(ours) / median(plain),
      unit: "×",
      ratioTo: floor,
      limit: RATIO_LIMIT,
    },
  ];
}

/** Asks, and waits for the answer. */
async function ask({ loop }: Orbit): Promise<void> {
  const sent = loop.send("Are all the notes there?");
  const end = sent.type === "sent" ? await sent.ended : sent;
  if (end.type !== "answered") throw new Error(`The request ended otherwise: ${JSON.stringify(end)}`);
}

/** The bodies of the requests since the last time. */
async function takeBodies(origin: string): Promise<string[]> {
  const response = await fetch(origin);
  return z
    .array(z.string())
    .length(TOOL_TURNS + 1)
    .parse(await response.json());
}

async function sendAll(origin: string, bodies: readonly string[]): Promise<void> {
  const headers = { "content-type": "application/json" };
  for (const body of bodies) {
    const response = await fetch(`${origin}/v1/chat/completions`, { method: "POST", headers, body });
    await response.text();
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
