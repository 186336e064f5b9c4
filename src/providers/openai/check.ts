import type { Memory } from "../../agent/ports/memory";
import { ProviderError } from "../../agent/ports/provider-error";
import { recipientKeyOf, routeOf } from "../http/address";
import type { Connection } from "../http/connection";
import { createLearnt, type LearntMemory } from "../http/learnt";
import { chatModels, listModels, type ListedModel, type ModelList } from "../http/model-list";
import { isListedAs, isSameModel } from "../http/model-names";
import { rememberedFacts } from "../http/remembered-facts";
import type { Transport } from "../http/transport";
import type { ModelInfo, ProviderCheck, ProviderState } from "../provider-check";
import { openAIConnection } from "./connection";
import { localFacts, type Facts } from "./local-facts";

/** A server as the preferences name it. */
export type OpenAIServer = { baseUrl: string; apiKey?: string; model?: string };

/**
 * Whether a server of Chat Completions can answer: it is there, takes the key, has the model where it lists its models, and
 * the model can use tools where the server tells. Without a model one is picked. Throws `ProviderError` where the server
 * cannot be asked.
 */
export async function checkOpenAI(
  server: OpenAIServer,
  memory: Memory,
  transport: Transport,
  signal: AbortSignal,
): Promise<Pick<ProviderCheck, "state" | "models">> {
  const { model } = server;
  const connection = openAIConnection(server);
  const recipientKey = recipientKeyOf("openai", connection.address);
  const learnt = createLearnt(memory, { recipientKey, model: model ?? "" }, transport.clock);
  const list = await listAtEitherPath(connection, learnt, transport, signal);
  const remembered = rememberedFacts(memory, recipientKey, transport.clock);
  const known = await remembered.get();
  const news = await newFacts(list, { model, known }, connection, transport, signal);
  await remembered.add(news);
  const told = new Map([...known, ...news]);
  const full = list && { ...list, models: list.models.map((entry) => ({ ...entry, ...told.get(entry.id) })) };
  const models = full === undefined ? [] : chatModels(full);
  return { state: model === undefined ? pick(models) : stateOf(model, full, told, connection), models };
}

/** The list is looked for where turns are sent, and where that is a guess at the other path too. */
async function listAtEitherPath(
  connection: Connection,
  learnt: LearntMemory,
  transport: Transport,
  signal: AbortSignal,
): Promise<ModelList | undefined> {
  const { base, otherBase } = connection.address;
  const { otherPath = false } = await learnt.get();
  const bases = otherBase === undefined ? [base] : otherPath ? [otherBase, base] : [base, otherBase];
  const errors: ProviderError[] = [];
  for (const at of bases) {
    try {
      const start = { url: routeOf(at, "/models"), cursor: "after" } as const;
      const list = await listModels(start, connection, transport, signal);
      if (list === undefined) continue;
      if (at !== bases[0]) await learnt.add({ otherPath: at === otherBase });
      return list;
    } catch (error) {
      if (!(error instanceof ProviderError) || error.detail.type !== "invalid_base_url") throw error;
      errors.push(error);
    }
  }
  // One of the paths is a server's that has no list.
  if (errors.length < bases.length) return undefined;
  throw errors[0] ?? new ProviderError({ type: "invalid_base_url" });
}

/** What the list tells, else what the server tells beside it: Ollama and LM Studio do, both below `/v1`. */
async function newFacts(
  list: ModelList | undefined,
  { model, known }: { model: string | undefined; known: Facts },
  connection: Connection,
  transport: Transport,
  signal: AbortSignal,
): Promise<Facts> {
  const entries = list?.models ?? [];
  if (entries.some(({ canUseTools }) => canUseTools !== undefined)) {
    return new Map(entries.map(({ id, ...facts }) => [id, facts]));
  }
  const ids = entries.filter(({ isForChat }) => isForChat !== false).map(({ id }) => id);
  const asked = model === undefined ? ids[0] : list === undefined ? model : (listed(list, model)?.id ?? ids[0]);
  if (asked === undefined || !connection.address.base.pathname.endsWith("/v1")) return new Map();
  return localFacts({ first: asked, others: ids, known }, connection, transport, signal);
}

function stateOf(model: string, list: ModelList | undefined, told: Facts, { destination }: Connection): ProviderState {
  const entry = list && listed(list, model);
  if (list?.isWhole === true && entry === undefined) {
    return { type: "failed", detail: { type: "model_not_found", model, destination } };
  }
  const { canUseTools } = entry ?? told.get(model) ?? {};
  return canUseTools === false
    ? { type: "failed", detail: { type: "tools_not_supported", model } }
    : { type: "ready", model };
}

function listed({ models }: ModelList, model: string): ListedModel | undefined {
  return models.find(({ id }) => isSameModel(id, model)) ?? models.find(({ id }) => isListedAs(id, model));
}

/** Where none is set: the first that can use tools, else the only one there is. */
function pick(models: readonly ModelInfo[]): ProviderState {
  const [first, second] = models;
  const only = second === undefined && first?.canUseTools !== false ? first : undefined;
  const picked = models.find(({ canUseTools }) => canUseTools === true) ?? only;
  if (picked !== undefined) return { type: "ready", model: picked.id };
  const mayHave = models.some(({ canUseTools }) => canUseTools === undefined);
  return { type: "failed", detail: { type: "no_model", ...(mayHave && { mayHave }) } };
}
