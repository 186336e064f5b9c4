import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Connection } from "./connection";

/** How deeds are sent. Always the same function. */
export const SendContext = createContext<Connection["send"] | undefined>(undefined);

/** The number of this page's last deed that the frame shows the outcome of. */
export const AckContext = createContext(0);

/** How a component sends deeds. It is not drawn again for that: there may be hundreds of rows. */
export function useSend(): Connection["send"] {
  const send = useContext(SendContext);
  if (send === undefined) throw new Error("A part of the page stands outside of it.");
  return send;
}

/** How far the host has come with the deeds. A component is drawn again when it comes further. */
export const useAck = (): number => useContext(AckContext);
