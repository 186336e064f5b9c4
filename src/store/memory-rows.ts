import * as z from "zod";
import type { Memory } from "../agent/ports/memory";
import { jsonValueSchema, type JsonValue } from "../agent/text/json";
import type { Database } from "./database";
import { MEMORY_PREFIX, memoryKey } from "./row-keys";
import { rowValue } from "./row-table";

const rememberedSchema = z.object({ value: jsonValueSchema, until: z.number() });

/** The memory on an open database. What has ended goes with the next thing that is remembered. */
export function createMemory({ table, read, write }: Database, now: () => Date): Memory {
  const live = (text: string | undefined) => {
    const remembered = text === undefined ? undefined : rememberedSchema.safeParse(rowValue(text)).data;
    return remembered !== undefined && remembered.until > now().getTime() ? remembered : undefined;
  };
  const recall = async (key: string) => live((await table.read([memoryKey(key)]))[0]);
  const remember = async (key: string, value: JsonValue, until: number) => {
    const ended = (await table.readRange(MEMORY_PREFIX)).filter(({ text }) => live(text) === undefined);
    await table.remove(ended.map((row) => row.key));
    await table.write([{ key: memoryKey(key), value: { value, until } }]);
  };
  return {
    get: (key) => read(async () => (await recall(key))?.value).catch(() => undefined),
    put: (key, value, until) => write(() => remember(key, value, until)).catch(() => undefined),
    addOnce: (key, until) =>
      write(async () => {
        if ((await recall(key)) !== undefined) return false;
        await remember(key, true, until);
        return true;
        // Rather said twice than not at all.
      }).catch(() => true),
  };
}
