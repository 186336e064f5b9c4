import type { AskSystem } from "../../../src/agent/chat/ensure-frozen";
import { expect } from "vitest";
import { waitsForPerson, type CallRow } from "../../../src/agent/history/calls";
import type { AgentEvent, RunEnd } from "../../../src/agent/chat/event-channel";
import { DEFAULT_LIMITS, type Limits } from "../../../src/agent/limits";
import { AgentLoop, type Sent } from "../../../src/agent/loop";
import type { MakeProvider } from "../../../src/agent/run/route";
import type { Edits } from "../../../src/agent/tool/approval";
import { ToolRegistry } from "../../../src/agent/tool/registry";
import { memoryImages, type MemoryImages } from "./memory-images";
import { memoryMemory, type Remembered } from "./memory-memory";
import { lapseClaims, memoryStore, type Disk, type StoreFaults } from "./memory-store";
import { scriptedProvider, type Script, type ScriptedProvider, type Step } from "./scripted-provider";
import { toolWorld, type ToolWorld } from "./tool-world";
import { expectValidRequests } from "./wire-view";

/** What stays when a process ends: the disk, the world, the clock. */
export type Surroundings = {
  disk: Disk;
  world: ToolWorld;
  /** Milliseconds since 1970. */
  clock: { now: number };
  remembered: Remembered;
  ids: { last: number };
  images: MemoryImages;
};

type Options = {
  script?: Script | Step[][];
  provider?: ScriptedProvider;
  /** What the settings make of it. */
  makeProvider?: MakeProvider;
  faults?: StoreFaults;
  limits?: Partial<Limits>;
  /** What the system says of the person. */
  userName?: AskSystem;
  systemLocale?: AskSystem;
  /** From an earlier loop, to go on where that one ended. */
  surroundings?: Surroundings;
  /** The earlier loop still lives, as another window: else what it had claimed has lapsed. */
  besideEarlier?: boolean;
};

/** The moment at which the tests' clock stands: a Monday, 21:30 in Berlin. */
export const NOW = Date.UTC(2026, 8, 28, 19, 30);

export function newSurroundings(): Surroundings {
  return {
    disk: new Map(),
    world: toolWorld(),
    clock: { now: NOW },
    remembered: new Map(),
    ids: { last: -1 },
    images: memoryImages(),
  };
}

/** An agent on a script, a store in memory, sample tools, a clock that stands still, and ids that count. */
export function createLoop(options: Options = {}) {
  const surroundings = options.surroundings ?? newSurroundings();
  const { disk, world, clock, remembered, ids, images } = surroundings;
  const provider = options.provider ?? scriptedProvider(options.script ?? []);
  if (options.besideEarlier !== true) lapseClaims(disk);
  const store = memoryStore(disk, options.faults);
  const loop = new AgentLoop({
    host: { now: () => new Date(clock.now), newId: () => `id${(ids.last += 1)}` },
    store,
    memory: memoryMemory(clock, remembered),
    images,
    registry: new ToolRegistry(world.tools),
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    provider: options.makeProvider ?? (() => provider),
    region: () => ({ locale: "de-DE", timeZone: "Europe/Berlin" }),
    ...(options.userName && { userName: options.userName }),
    ...(options.systemLocale && { systemLocale: options.systemLocale }),
  });
  const events: AgentEvent[] = [];
  loop.subscribe((event) => events.push(event));
  return {
    loop,
    provider,
    store,
    world,
    clock,
    events,
    surroundings,
    /** The rows as a person reads them. */
    rows: () => loop.snapshot().rows.map((row) => describeRow(row, loop.snapshot().calls)),
    calls: (): CallRow[] => [...loop.snapshot().calls.values()],
    /** The id of the call that waits for a word; fails where not exactly one does. */
    waitingCall: () => {
      const waiting = [...loop.snapshot().calls.values()].filter(waitsForPerson);
      expect(waiting).toHaveLength(1);
      return waiting[0]?.id ?? "";
    },
    /** The view of the newest request. */
    lastView: () => provider.requests.at(-1)?.messages ?? [],
    expectValidWireView: (rewound: readonly number[] = []) => expectValidRequests(provider.requests, rewound),
  };
}

/** Sends a question and waits for how its request ends. */
export async function send(loop: AgentLoop, text: string): Promise<RunEnd | Exclude<Sent, { type: "sent" }>> {
  const sent = loop.send(text);
  return sent.type === "sent" ? sent.ended : sent;
}

/** Gives the person's word on the form that the call shows now. */
export async function decide(
  loop: AgentLoop,
  callId: string,
  word: { type: "run"; edits: Edits } | { type: "cancel" },
): Promise<RunEnd | undefined> {
  const state = loop.snapshot().calls.get(callId)?.state;
  const digest = state?.type === "awaiting_approval" ? state.approval.digest : "";
  return loop.decide(callId, word.type === "run" ? { ...word, digest } : word);
}

/** Lets everything that can happen without time passing happen. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

type Snapshot = ReturnType<AgentLoop["snapshot"]>;

function describeRow(row: Snapshot["rows"][number], calls: Snapshot["calls"]): string {
  switch (row.type) {
    case "user":
      return `user: ${row.text}`;
    case "answer":
      return `answer (${row.status}): ${row.text}`;
    case "queued":
      return `queued: ${row.text}`;
    case "disclosure":
      return `sent to ${row.recipient}: ${row.items.map(({ kind, count }) => `${count} ${kind}`).join(", ")}`;
    case "progress":
      return `progress: ${row.text}`;
    case "call": {
      const call = calls.get(row.callId);
      return `call: ${call === undefined ? "?" : `${call.tool} ${call.state.type}`}`;
    }
    case "notice":
      return `${row.style}: ${row.text}${row.actions.length > 0 ? ` [${row.actions.join(", ")}]` : ""}`;
  }
}
