import type { Destination } from "../../agent/ports/provider-error";
import type { Emit, TurnDecoder } from "./turn-decoder";

/** One request for one turn, ready to send. */
export type TurnRequest = {
  url: URL;
  /** Tried where the server has no such route at `url`. */
  otherUrl?: URL;
  headers: Record<string, string>;
  body: string;
  model: string;
  destination: Destination;
  /** A key was sent, so that a refused one is told from a missing one. */
  hasKey: boolean;
  /** Images are sent, which the server may refuse. */
  hasImages?: boolean;
  createDecoder: (emit: Emit) => TurnDecoder;
};
