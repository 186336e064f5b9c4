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
