import type { JsonObject } from "../../agent/text/json";
import { besideVersion, destinationOf, type Address } from "../http/address";
import { askJson } from "../http/ask-json";
import { countOf, listOf, member, textOf } from "../http/lenient";
import { isSameModel } from "../http/model-names";
import type { Transport } from "../http/transport";

/** Looking takes milliseconds on this Mac; a server that needs longer is none that tells. */
const LOOK_TIMEOUT_MS = 2_000;

/** A large model takes its time to load, which the question would take otherwise. */
const LOAD_TIMEOUT_MS = 60_000;

/**
 * The tokens that Ollama runs a model with, as it cuts longer requests without a word (ollama/ollama#17889). What the model
 * could hold says nothing of that: only a loaded model or its Modelfile's `num_ctx` does, so one that is neither is loaded
 * (https://github.com/ollama/ollama/blob/main/docs/api.md). Undefined where the server is another one, or does not tell.
 */
export async function ollamaWindow(
  { address, model }: { address: Address; model: string },
  transport: Transport,
  signal: AbortSignal,
): Promise<number | undefined> {
  const connection = { destination: destinationOf(address), headers: {}, hasKey: false };
  const ask = (path: string, body?: JsonObject, timeoutMs = LOOK_TIMEOUT_MS) => {
    const question = { url: besideVersion(address, path), ...(body !== undefined && { body }), timeoutMs };
    return askJson(question, connection, transport, signal).catch(() => undefined);
  };
  const loaded = async () => loadedWindow(await ask("/api/ps"), model);
  const running = await loaded();
  if (running !== "not loaded") return running;
  const declared = declaredWindow(await ask("/api/show", { model }));
  if (declared !== undefined) return declared;
  await ask("/api/generate", { model, stream: false }, LOAD_TIMEOUT_MS);
  const after = await loaded();
  return after === "not loaded" ? undefined : after;
}

/** From the list of loaded models; undefined where the answer is no such list, or an older one without the figure. */
function loadedWindow(answer: unknown, model: string): number | "not loaded" | undefined {
  const models = member(answer, "models");
  if (!Array.isArray(models)) return undefined;
  const entry = listOf(models).find((loaded) => isSameModel(textOf(member(loaded, "name")) ?? "", model));
  return entry === undefined ? "not loaded" : positive(countOf(member(entry, "context_length")));
}

/** From the parameters that a Modelfile sets, one a line. */
function declaredWindow(answer: unknown): number | undefined {
  const parameters = textOf(member(answer, "parameters")) ?? "";
  return positive(countOf(/^num_ctx\s+(\d+)\s*$/m.exec(parameters)?.[1]));
}

function positive(count: number | undefined): number | undefined {
  return count === 0 ? undefined : count;
}
