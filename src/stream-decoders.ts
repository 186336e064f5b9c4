import type { AssistantTurn } from "./agent/ports/provider";
import { ProviderError, type ProviderErrorDetail } from "./agent/ports/provider-error";
import type { WireFormat } from "./providers/http/address";
import { createAnthropicDecoder } from "./providers/anthropic/stream-decoder";
import { readEventStream } from "./providers/http/event-stream";
import type { Emit, TurnDecoder } from "./providers/http/turn-decoder";
import { createOpenAIDecoder } from "./providers/openai/stream-decoder";

export type { WireFormat } from "./providers/http/address";

/** A captured body as the provider would have taken it: the turn, or what came until it failed and why. */
export type DecodedStream =
  { turn: AssistantTurn } | { soFar: AssistantTurn; error: ProviderErrorDetail; cause: unknown };

type Format = { create(newId: () => string, emit: Emit): TurnDecoder; lastEvent: string };

const FORMATS: Record<WireFormat, Format> = {
  anthropic: {
    create: (newId, emit) => createAnthropicDecoder({ model: "", progressNotes: false, newId }, emit),
    lastEvent: '{"type":"message_stop"}',
  },
  openai: {
    create: (newId, emit) => createOpenAIDecoder({ model: "", newId }, emit),
    lastEvent: "[DONE]",
  },
};

/** Decodes the body of a response as its provider does, the checks of the transport included. Calls without an id count up. */
export async function decodeStream(name: WireFormat, bytes: Uint8Array): Promise<DecodedStream> {
  const format = FORMATS[name];
  let calls = 0;
  let text = "";
  const decoder = format.create(
    () => `call_${String(++calls)}`,
    (delta) => {
      if (delta.type === "text_delta") text += delta.text;
    },
  );
  try {
    await pushAll(decoder, bytes);
    return { turn: decoder.finish() };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { soFar: turnSoFar(decoder, format.lastEvent, text), error: error.detail, cause: error.cause };
  }
}

async function pushAll(decoder: TurnDecoder, bytes: Uint8Array): Promise<void> {
  for await (const batch of readEventStream(textOf(bytes))) {
    for (const event of batch) {
      decoder.push(event);
      if (decoder.isFinished) return;
    }
  }
}

async function* textOf(bytes: Uint8Array): AsyncGenerator<string, void, undefined> {
  yield await Promise.resolve(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
}

/** The turn as if the stream had ended here; of one that no provider would take, such as a call without a name, its text. */
function turnSoFar(decoder: TurnDecoder, lastEvent: string, text: string): AssistantTurn {
  try {
    decoder.push({ data: lastEvent });
    return decoder.finish();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { content: [{ type: "text", text }], stopReason: { type: "other", value: "" }, model: "" };
  }
}
