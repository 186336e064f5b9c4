import type { Memory } from "../../agent/ports/memory";
import { ProviderError } from "../../agent/ports/provider-error";
import { recipientKeyOf } from "../http/address";
import { isSameModel } from "../http/model-names";
import { rememberedFacts } from "../http/remembered-facts";
import type { Transport } from "../http/transport";
import type { OpenAIServer } from "./check";
import { openAIConnection } from "./connection";
import { askOllama } from "./local-facts";

/**
 * Whether a model takes pictures, from what its server told when it was looked at; an Ollama on this Mac that was not is
 * asked. Undefined where nobody tells. Rejects only with the signal's reason.
 */
export async function openAISees(
  server: OpenAIServer & { model: string },
  memory: Pick<Memory, "get" | "put">,
  transport: Transport,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const { model } = server;
  try {
    const connection = openAIConnection(server);
    const remembered = rememberedFacts(memory, recipientKeyOf("openai", connection.address), transport.clock);
    const known = [...(await remembered.get())].find(([id]) => isSameModel(id, model));
    if (known !== undefined) return known[1].canSee;
    if (!connection.address.isThisMac) return undefined;
    const told = await askOllama(model, connection, transport, signal);
    if (told !== undefined) await remembered.add(new Map([[model, told]]));
    return told?.canSee;
  } catch (error) {
    if (error instanceof ProviderError) return undefined;
    throw error;
  }
}
