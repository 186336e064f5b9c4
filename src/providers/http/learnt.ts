import * as z from "zod";
import type { Memory } from "../../agent/ports/memory";
import type { Clock } from "./clock";

const learntSchema = z.object({
  /** Its own reasoning in the history. */
  noThinkingEcho: z.literal(true).exactOptional(),
  /** Everything that a request can do without. */
  noOptional: z.literal(true).exactOptional(),
  /** How hard the model should think. */
  noEffort: z.literal(true).exactOptional(),
  /** To be told the tokens of a streamed turn. */
  noUsage: z.literal(true).exactOptional(),
  noCacheControl: z.literal(true).exactOptional(),
  /** The key goes as a bearer token. */
  bearerKey: z.literal(true).exactOptional(),
  /** Requests go to the other of two paths. */
  otherPath: z.boolean().exactOptional(),
});

/** What a server refuses in requests to a model, and where it takes them. */
export type Learnt = z.infer<typeof learntSchema>;

/** What was learnt about one model of one server. */
export type LearntMemory = {
  get(): Promise<Learnt>;
  /** Adds to what is known, all of it from now on for a day: servers are updated. */
  add(more: Learnt): Promise<void>;
};

const DAY_MS = 24 * 60 * 60_000;

/** The memory of one model of one server; without a `memory` it forgets at once. */
export function createLearnt(
  memory: Pick<Memory, "get" | "put"> | undefined,
  { recipientKey, model }: { recipientKey: string; model: string },
  clock: Pick<Clock, "now">,
): LearntMemory {
  const key = `learnt:${recipientKey}:${model}`;
  const get = async () => learntSchema.catch({}).parse(await memory?.get(key));
  return {
    get,
    add: async (more) => memory?.put(key, { ...(await get()), ...more }, clock.now() + DAY_MS),
  };
}
