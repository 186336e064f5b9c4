import * as z from "zod";
import type { Memory } from "../../agent/ports/memory";
import type { Clock } from "./clock";
import type { ModelFacts } from "./model-facts";

const factsSchema = z.object({
  canUseTools: z.boolean().exactOptional(),
  canSee: z.boolean().exactOptional(),
  isForChat: z.boolean().exactOptional(),
});

/** `until` is milliseconds since 1970: models are replaced under their name. */
const rowSchema = z.record(z.string(), z.object({ facts: factsSchema, until: z.number() }));

const DAY_MS = 24 * 60 * 60_000;

/** What a server told of its models, by their names, each for a day. */
export type RememberedFacts = {
  get(): Promise<ReadonlyMap<string, ModelFacts>>;
  add(more: ReadonlyMap<string, ModelFacts>): Promise<void>;
};

/** The memory of one server's models. */
export function rememberedFacts(
  memory: Pick<Memory, "get" | "put">,
  recipientKey: string,
  clock: Pick<Clock, "now">,
): RememberedFacts {
  const key = `models:${recipientKey}`;
  const live = async () => {
    const entries = Object.entries(rowSchema.catch({}).parse(await memory.get(key)));
    return entries.filter(([, { until }]) => until > clock.now());
  };
  return {
    get: async () => new Map((await live()).map(([id, { facts }]) => [id, facts])),
    add: async (more) => {
      if (more.size === 0) return;
      const until = clock.now() + DAY_MS;
      const added = [...more].map(([id, facts]) => [id, { facts, until }] as const);
      await memory.put(key, Object.fromEntries([...(await live()), ...added]), until);
    },
  };
}
