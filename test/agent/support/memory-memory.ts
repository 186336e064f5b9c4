import type { Memory } from "../../../src/agent/ports/memory";
import type { JsonValue } from "../../../src/agent/text/json";

/** What is remembered, with its end: handed to two memories, it is what two windows share. */
export type Remembered = Map<string, { value: JsonValue; until: number }>;

/** A memory in memory, on the clock of the test. */
export function memoryMemory(clock: { now: number }, remembered: Remembered = new Map()): Memory {
  const live = (key: string) => {
    const entry = remembered.get(key);
    return entry !== undefined && entry.until > clock.now ? entry : undefined;
  };
  return {
    get: (key) => Promise.resolve(structuredClone(live(key)?.value)),
    put(key, value, until) {
      remembered.set(key, structuredClone({ value, until }));
      return Promise.resolve();
    },
    addOnce(key, until) {
      const isFirst = live(key) === undefined;
      if (isFirst) remembered.set(key, { value: true, until });
      return Promise.resolve(isFirst);
    },
  };
}
