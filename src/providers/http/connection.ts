import type { Destination } from "../../agent/ports/provider-error";
import type { Address } from "./address";

/** How a server is reached: where it is, and the headers that every request to it carries. */
export type Connection = {
  address: Address;
  destination: Destination;
  headers: Record<string, string>;
  /** A key is sent, so that a refused one is told from a missing one. */
  hasKey: boolean;
};
