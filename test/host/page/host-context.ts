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

/** How deeds are sent. */
export const SendContext = createContext<Host["send"] | undefined>(undefined);

/** How a component sends deeds. It is not drawn again for that: there may be hundreds of rows. */
export function useSend(): Host["send"] {
  const send = useContext(SendContext);
  if (send === undefined) throw new Error("A part of the page stands outside of it.");
  return send;
}

/** The host, for a component. It is drawn again with each frame. */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (host === undefined) throw new Error("A part of the page stands outside of it.");
  return host;
}
