import type { World } from "../command/host";
import type { Memory } from "./state";

/** One value of a command's memory that was set; without a value it was deleted. */
export type MemoryChange = {
  readonly [Part in keyof Memory]: { readonly part: Part; readonly key: string; readonly value?: Memory[Part][string] };
}[keyof Memory];

/** The memory after a change. Commands that run at the same time share it, so none of them ever replaces all of it. */
export function withChange(memory: Memory, change: MemoryChange): Memory {
  switch (change.part) {
    case "localStorage":
      return { ...memory, localStorage: withValue(memory.localStorage, change.key, change.value) };
    case "storedValues":
      return { ...memory, storedValues: withValue(memory.storedValues, change.key, change.value) };
    case "drafts":
      return { ...memory, drafts: withValue(memory.drafts, change.key, change.value) };
  }
}

function withValue<V>(values: Readonly<Record<string, V>>, key: string, value: V | undefined): Record<string, V> {
  const others = Object.entries(values).filter(([other]) => other !== key);
  return Object.fromEntries(value === undefined ? others : [...others, [key, value]]);
}

/** The memory in the form in which a command finds it, which tells of every change. */
export interface MemoryMaps {
  readonly maps: Pick<World, keyof Memory>;
  /** Another command changed something. */
  readonly take: (change: MemoryChange) => void;
}

/** Makes the maps that outlive the command. */
export function memoryMaps(memory: Memory, tell: (change: MemoryChange) => void): MemoryMaps {
  const localStorage = new TellingMap(memory.localStorage, (key, value) =>
    tell({ part: "localStorage", key, ...(value !== undefined && { value }) }),
  );
  const storedValues = new TellingMap(memory.storedValues, (key, value) =>
    tell({ part: "storedValues", key, ...(value !== undefined && { value }) }),
  );
  const drafts = new TellingMap(memory.drafts, (key, value) =>
    tell({ part: "drafts", key, ...(value !== undefined && { value }) }),
  );
  return {
    maps: { localStorage, storedValues, drafts },
    take(change) {
      switch (change.part) {
        case "localStorage":
          localStorage.take(change.key, change.value);
          break;
        case "storedValues":
          storedValues.take(change.key, change.value);
          break;
        case "drafts":
          drafts.take(change.key, change.value);
      }
    },
  };
}

/** A map that tells of each value that is set or deleted in it. */
class TellingMap<V> extends Map<string, V> {
  readonly #tell: (key: string, value?: V) => void;

  constructor(values: Readonly<Record<string, V>>, tell: (key: string, value?: V) => void) {
    super();
    this.#tell = tell;
    for (const [key, value] of Object.entries(values)) super.set(key, value);
  }
  /** Puts something in without telling. */
  take(key: string, value: V | undefined): void {
    if (value === undefined) super.delete(key);
    else super.set(key, value);
  }
  override set(key: string, value: V): this {
    super.set(key, value);
    this.#tell(key, value);
    return this;
  }
  override delete(key: string): boolean {
    const wasThere = super.delete(key);
    if (wasThere) this.#tell(key);
    return wasThere;
  }
  override clear(): void {
    for (const key of [...this.keys()]) this.delete(key);
  }
}
