import { ProviderError } from "../../agent/ports/provider-error";
import { besideVersion } from "../http/address";
import { askJson } from "../http/ask-json";
import type { Connection } from "../http/connection";
import { listOf, member, textOf } from "../http/lenient";
import { lmStudioFacts, ollamaFacts, type ModelFacts } from "../http/model-facts";
import type { Transport } from "../http/transport";

/** A courtesy of the server, within the five seconds that Automatic waits for whether it works. */
const TIMEOUT_MS = 3_000;
const MAX_SHOWN = 50;
const MAX_AT_ONCE = 4;

/** Facts by the names of models. */
export type Facts = ReadonlyMap<string, ModelFacts>;

/**
 * What Ollama and LM Studio tell of models beside their list, below their own paths; nothing from other servers. It loads no
 * model and costs no tokens. `first` is asked about even where it is `known`, then the others; a server that answers to the
 * first like none of them is not asked further.
 */
export async function localFacts(
  { first, others, known }: { first: string; others: readonly string[]; known: Facts },
  connection: Connection,
  transport: Transport,
  signal: AbortSignal,
): Promise<Facts> {
  const [listed, shown] = await Promise.all([
    lmStudioList(connection, transport, signal),
    askOllama(first, connection, transport, signal),
  ]);
  if (shown === undefined) return listed;
  const facts = new Map([[first, shown]]);
  const rest = others.filter((model) => model !== first && !known.has(model)).slice(0, MAX_SHOWN - 1);
  // All take from one queue, and each stops where it gets no answer: four at most are waited for in vain.
  const queue = rest.values();
  const takeAll = async () => {
    for (const model of queue) {
      const told = await askOllama(model, connection, transport, signal);
      if (told === undefined) return;
      facts.set(model, told);
    }
  };
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, takeAll));
  return facts;
}

/** What Ollama tells of one model; undefined where another server answers, or none. */
export async function askOllama(
  model: string,
  connection: Connection,
  transport: Transport,
  signal: AbortSignal,
): Promise<ModelFacts | undefined> {
  const url = besideVersion(connection.address, "/api/show");
  return ollamaFacts(await ask({ url, body: { model }, model, timeoutMs: TIMEOUT_MS }, connection, transport, signal));
}

async function lmStudioList(connection: Connection, transport: Transport, signal: AbortSignal): Promise<Facts> {
  const url = besideVersion(connection.address, "/api/v0/models");
  const answer = await ask({ url, timeoutMs: TIMEOUT_MS }, connection, transport, signal);
  const entries = listOf(member(answer, "data"));
  return new Map(
    entries.flatMap((entry) => {
      const id = textOf(member(entry, "id"));
      return id === undefined ? [] : [[id, lmStudioFacts(entry)] as const];
    }),
  );
}

/** Undefined where the server does not answer that, whatever the reason. */
async function ask(...question: Parameters<typeof askJson>): Promise<unknown> {
  try {
    return await askJson(...question);
  } catch (error) {
    if (error instanceof ProviderError) return undefined;
    throw error;
  }
}
