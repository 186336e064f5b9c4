import type { AgentEvent } from "../../agent/chat/event-channel";
import type { AgentLoop } from "../../agent/loop";
import type { ChatSnapshot } from "../../agent/chat/snapshot";

/** A source of snapshots in the shape of React's `useSyncExternalStore`. */
export type SnapshotStore = {
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => ChatSnapshot;
};

const MOST_REDRAWS_A_SECOND = 12;
/** Every redraw hands Raycast the whole answer, so a long answer is redrawn less often. */
const MOST_CHARACTERS_A_SECOND = 50_000;
const LONGEST_INTERVAL_MS = 1_000;
const SHORTEST_INTERVAL_MS = Math.ceil(1_000 / MOST_REDRAWS_A_SECOND);

/**
 * Milliseconds between two redraws of an answer with so many characters: a twelfth of a second up to about 4,000, then
 * as many milliseconds as keep what is redrawn below 50,000 characters a second, at most a second.
 */
export function redrawIntervalMs(characters: number): number {
  const wanted = (characters * 1_000) / MOST_CHARACTERS_A_SECOND;
  return Math.min(LONGEST_INTERVAL_MS, Math.max(SHORTEST_INTERVAL_MS, wanted));
}

/**
 * The loop's snapshots, slowed down for the eye and for Raycast's memory: what happens within one interval is one
 * redraw, and the last state is always drawn. Only text that streams waits for the longer intervals.
 */
export function createSnapshotStore(loop: Pick<AgentLoop, "snapshot" | "subscribe">): SnapshotStore {
  let shown = loop.snapshot();
  let shownAt = -Infinity;
  let planned: { timer: NodeJS.Timeout; at: number } | undefined;
  const listeners = new Set<() => void>();

  const cancel = () => {
    clearTimeout(planned?.timer);
    planned = undefined;
  };
  const draw = () => {
    planned = undefined;
    shownAt = performance.now();
    shown = loop.snapshot();
    for (const listener of listeners) listener();
  };
  const plan = (event: AgentEvent) => {
    const interval = isStreamedText(event) ? redrawIntervalMs(streamedCharacters(shown)) : SHORTEST_INTERVAL_MS;
    const at = shownAt + interval;
    if (planned !== undefined && planned.at <= at) return;
    cancel();
    // Never at once: changes come in groups, and half of a group is nothing to see.
    planned = { timer: setTimeout(draw, Math.max(0, Math.ceil(at - performance.now()))), at };
  };

  let leave: (() => void) | undefined;
  return {
    subscribe(listener) {
      listeners.add(listener);
      if (leave === undefined) {
        shown = loop.snapshot();
        leave = loop.subscribe(plan);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        leave?.();
        leave = undefined;
        cancel();
      };
    },
    getSnapshot: () => shown,
  };
}

/** The partial answer that is stored from time to time is no news either: its text came as deltas. */
function isStreamedText(event: AgentEvent): boolean {
  if (event.type !== "change" || event.change.type !== "row") return event.type === "delta";
  const { row } = event.change;
  return row.type === "answer" && row.status === "streaming" && row.text !== "";
}

function streamedCharacters({ rows }: ChatSnapshot): number {
  const last = rows.findLast((row) => row.type === "answer");
  return last?.status === "streaming" ? last.text.length : 0;
}
