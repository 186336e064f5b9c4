import type { Deed } from "../frame/deed";
import type { Frame } from "../frame/frame";
import { deedQueue, type PostDeeds } from "./deed-queue";
import { reuse } from "./reuse";

/** How the page stands with the host. "lost" once it stayed away for a while. */
export type LinkState = "connecting" | "live" | "lost";

/** The page's line to the host. */
export interface Connection {
  /** Told the newest frame before each drawing, and how the line is. Gives the function that ends it. */
  readonly subscribe: (listener: (frame: Frame | undefined, link: LinkState) => void) => () => void;
  /** Sends a deed in its turn and gives its number. */
  readonly send: (deed: Deed) => number;
  /** The page's own id, under which the host says how far it has come. */
  readonly page: string;
}

const LOST_AFTER_MS = 4000;

/** Opens the line. The browser connects again by itself; the host tells everything anew then. */
export function connect(): Connection {
  const page = crypto.randomUUID();
  const listeners = new Set<(frame: Frame | undefined, link: LinkState) => void>();
  let frame: Frame | undefined;
  let link: LinkState = "connecting";
  let told: string | undefined;
  let isDrawingDue = false;
  let lostTimer: ReturnType<typeof setTimeout> | undefined;

  // Several frames may come before the screen is drawn: only the last one is worth the work.
  const changed = () => {
    if (isDrawingDue) return;
    isDrawingDue = true;
    requestAnimationFrame(() => {
      isDrawingDue = false;
      if (told !== undefined) frame = reuse(frame, parseFrame(told));
      told = undefined;
      for (const listener of listeners) listener(frame, link);
    });
  };
  const setLink = (state: LinkState) => {
    clearTimeout(lostTimer);
    link = state;
    if (state === "connecting") lostTimer = setTimeout(() => setLink("lost"), LOST_AFTER_MS);
    changed();
  };

  setLink("connecting");
  listen(`events?page=${page}`, {
    onOpen: () => setLink("live"),
    onFrame: (text) => {
      told = text;
      changed();
    },
    onBreak: () => {
      if (link === "live") setLink("connecting");
    },
  });
  return {
    page,
    send: deedQueue(postFrom(page), (ms) => new Promise((done) => setTimeout(done, ms))),
    subscribe: (listener) => {
      listeners.add(listener);
      listener(frame, link);
      return () => listeners.delete(listener);
    },
  };
}

interface Listening {
  onOpen: () => void;
  onFrame: (text: string) => void;
  onBreak: () => void;
}

const LISTEN_AGAIN_AFTER_MS = 1000;

function listen(address: string, listening: Listening): void {
  const source = new EventSource(address);
  source.onopen = listening.onOpen;
  source.onmessage = ({ data }: MessageEvent<string>) => listening.onFrame(data);
  source.onerror = () => {
    listening.onBreak();
    // After an answer that is no stream the browser gives up.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => listen(address, listening), LISTEN_AGAIN_AFTER_MS);
  };
}

/** The host's own words, typed where they were made: they are not checked again. */
const parseFrame: (text: string) => Frame = JSON.parse;

function postFrom(page: string): PostDeeds {
  return async (deeds) => {
    try {
      const { status } = await fetch("deeds", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ page, deeds }),
      });
      // What the host refuses once it will refuse again; what it could not do it may do later.
      return status >= 500 ? "again" : "done";
    } catch {
      return "again";
    }
  };
}
