import type { JsonObject } from "../../../src/agent/text/json";

/** A tool call of a reply. `rawArguments` goes out as it stands, also where it is not JSON. */
export type ReplyToolCall = { id?: string; name: string } & ({ input: JsonObject } | { rawArguments: string });

/** Why the turn ends, in the words of the Messages API. */
export type ReplyStop =
  "end_turn" | "tool_use" | "max_tokens" | "stop_sequence" | "refusal" | "model_context_window_exceeded";

/**
 * What the server answers to one request, in either format. Of several faults the one that comes first in time wins:
 * `never`, `error`, `hang`, `cutAfter`, `streamError`.
 */
export type Reply = {
  /** Reasoning: a signed block in the Messages format, the field `reasoning` in Chat Completions. */
  thinking?: string;
  /** A string is one delta; a list is one delta each. */
  text?: string | readonly string[];
  toolCalls?: readonly ReplyToolCall[];
  /** In how many pieces the arguments of each call are streamed; 1 where it is not said. */
  fragments?: number;
  /** Where it is not said: `tool_use` with calls, else `end_turn`. */
  stop?: ReplyStop;
  /** Milliseconds before the answer begins. */
  delayMs?: number;
  /** Milliseconds after each event. */
  deltaDelayMs?: number;
  /** An HTTP error instead of a stream. `message` goes into the format's error object; `body` takes the place of it. */
  error?: { status: number; message?: string; body?: string; headers?: Record<string, string> };
  /** An error event inside the stream, after all deltas and in place of the end. */
  streamError?: { type: string; message: string };
  /** Destroys the connection after so many events. */
  cutAfter?: number;
  /** Sends the headers and then nothing. */
  hang?: true;
  /** Takes the request and never answers. */
  never?: true;
};

/** The answer text as deltas. */
export function textDeltas({ text = [] }: Reply): readonly string[] {
  return typeof text === "string" ? [text] : text;
}

/** Text as one delta a word; joined they are the text again. */
export function wordDeltas(text: string): string[] {
  return text.split(/(?<=\s)(?=\S)/);
}

/** The argument text of a call, in the reply's number of pieces; a piece never splits a character. */
export function argumentPieces(call: ReplyToolCall, { fragments = 1 }: Reply): string[] {
  const characters = Array.from("rawArguments" in call ? call.rawArguments : JSON.stringify(call.input));
  const size = Math.max(1, Math.ceil(characters.length / fragments));
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(""),
  );
}

/** Why the turn ends. */
export function replyStop(reply: Reply): ReplyStop {
  return reply.stop ?? ((reply.toolCalls ?? []).length > 0 ? "tool_use" : "end_turn");
}

/** A plausible number of tokens for a text: providers only promise that longer texts cost more. */
export function countTokens(texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4);
}
