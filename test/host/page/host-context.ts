import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Deed } from "../frame/deed";
import type { Frame } from "../frame/frame";

/** What every part of the page may ask for. */
export interface Host {
  /** Sends a deed, after all that were sent before, and gives its number. Always the same function. */
  readonly send: (deed: Deed) => number;
  /** The frame that is drawn. */
  readonly frame: Frame;
  /** The number of this page's last deed that the frame shows the outcome of. */
  readonly ack: number;
}

/** Where the host is found: within the whole page. */
export const HostContext = createContext<Host | undefined>(undefined);

/** The host, for a component. It is drawn again with each frame. */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (host === undefined) throw new Error("A part of the page stands outside of it.");
  return host;
}
