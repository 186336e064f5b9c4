import { useEffect, useState } from "react";
import { failureNotice } from "../../agent/notices";
import type { ModelChoice } from "../../agent/ports/provider";
import { createOrbit, type Orbit } from "../../compose";
import { raycastHost } from "../raycast-host";
import { ask } from "./ask";
import { createSnapshotStore, type SnapshotStore } from "./snapshot-store";

/**
 * Orbit, ready. `unasked` is the question of the launch where it was not taken; `choice` the model that the person chose for
 * new chats, if any.
 */
export type OpenOrbit = {
  type: "open";
  orbit: Orbit;
  snapshots: SnapshotStore;
  unasked: string;
  choice: ModelChoice | undefined;
};

/** How far the opening has come. `words` say why it failed and what helps. */
export type Opening = { type: "opening" } | { type: "failed"; words: string } | OpenOrbit;

/**
 * Opens Orbit once for the life of the window and closes it with the window. A question from Raycast's search is asked in
 * a chat of its own, because who typed it there did not see the latest chat; without one the latest chat comes back. Where
 * a form still waits in the latest chat, that comes first and the question stays typed: else nobody would find the form.
 */
export function useOrbit(question: string): { opening: Opening; openAgain: () => void } {
  const [opening, setOpening] = useState<Opening>({ type: "opening" });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const closing = new AbortController();
    const opened = openOrbit(question, closing.signal);
    opened.then(
      (open) => {
        if (open !== undefined) setOpening(open);
      },
      (error: unknown) => {
        if (!closing.signal.aborted) setOpening({ type: "failed", words: failureNotice(error).text });
      },
    );
    return () => {
      closing.abort();
      // The process ends soon after, and what must last is stored already: this only lets go of the database.
      opened.then((open) => open?.orbit.close()).catch(() => undefined);
    };
  }, [question, attempt]);

  const openAgain = () => {
    setOpening({ type: "opening" });
    setAttempt((before) => before + 1);
  };
  return { opening, openAgain };
}

/** Undefined where the window closed meanwhile: then nothing is asked. */
async function openOrbit(question: string, closed: AbortSignal): Promise<OpenOrbit | undefined> {
  const orbit = await createOrbit(raycastHost());
  let choice: ModelChoice | undefined;
  try {
    choice = await orbit.models.choice();
    if (!closed.aborted) await orbit.loop.openLatest(question === "" ? "recent" : "waiting");
  } catch (error) {
    await orbit.close();
    throw error;
  }
  if (closed.aborted) {
    await orbit.close();
    return undefined;
  }
  // Behind a form it would wait its turn, in a chat that is not its own.
  const isTaken = orbit.loop.snapshot().status === "idle" && (question === "" || ask(orbit.loop, question));
  const unasked = isTaken ? "" : question;
  return { type: "open", orbit, snapshots: createSnapshotStore(orbit.loop), unasked, choice };
}
