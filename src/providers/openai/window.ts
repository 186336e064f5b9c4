import { UNKNOWN_WINDOW, type ContextWindow } from "../../agent/ports/provider";
import type { Address } from "../http/address";
import type { Transport } from "../http/transport";
import { knownWindow } from "./known-windows";
import { ollamaWindow } from "./ollama-window";

/** What the window of a model behind Chat Completions is learnt from. */
type Asked = { model: string; address: Address | undefined; contextWindow: number | undefined };

/**
 * How much a model holds: what the person set, else what a server on this Mac tells, else what is known of the name. A
 * name says nothing on this Mac, where servers give small models the names of large ones.
 */
export async function openAIWindow(asked: Asked, transport: Transport, signal: AbortSignal): Promise<ContextWindow> {
  if (asked.contextWindow !== undefined) return { tokens: asked.contextWindow, source: "preference" };
  const { model, address } = asked;
  if (address === undefined || model.trim() === "") return UNKNOWN_WINDOW;
  if (!address.isThisMac) {
    const tokens = knownWindow(model);
    return tokens === undefined ? UNKNOWN_WINDOW : { tokens, source: "known" };
  }
  const tokens = await ollamaWindow({ model, address }, transport, signal);
  return tokens === undefined ? UNKNOWN_WINDOW : { tokens, source: "server" };
}
