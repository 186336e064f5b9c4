import type { JsonValue } from "../text/json";

/**
 * The port to what Orbit remembers for a while across windows and commands: warnings already given, permissions found
 * missing, what a server told. `until` is milliseconds since 1970. It never throws: what cannot be stored is forgotten.
 */
export interface Memory {
  get(key: string): Promise<JsonValue | undefined>;
  put(key: string, value: JsonValue, until: number): Promise<void>;
  /** Remembers the key; true only for the first who does so before it ends, of all windows. */
  addOnce(key: string, until: number): Promise<boolean>;
}
