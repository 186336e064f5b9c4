import type { ContentBlock, TokenUsage, ToolUseBlock } from "../../agent/history/messages";
import type { AssistantTurn } from "../../agent/ports/provider";
import { ProviderError } from "../../agent/ports/provider-error";
import type { JsonObject } from "../../agent/text/json";
import { isDone, type ServerSentEvent } from "../http/event-stream";
import { countOf, errorIn, member, parseLenient } from "../http/lenient";
import type { Emit, TurnDecoder } from "../http/turn-decoder";
import { failureOf, stopReasonOf } from "./finish-reason";
import { readChunk, REASONING_LISTS, type ReasoningDelta, type ReasoningList } from "./read-chunk";
import { addReasoningItems, isSigned } from "./reasoning-items";
import { streamError } from "./stream-error";
import { createToolCallAssembler, type ToolCallAssembler } from "./tool-call-assembler";

/** What the decoder cannot know from the stream. */
export type DecoderOptions = {
  /** The model asked for, where the server does not say which one answered. */
  model: string;
  /** An id for a call that came without one. */
  newId: () => string;
};

/** Decodes the chunks of a Chat Completions stream into one turn: reasoning, then text, then calls. */
export function createOpenAIDecoder(options: DecoderOptions, emit: Emit): TurnDecoder {
  return new OpenAIDecoder(options, emit);
}

class OpenAIDecoder implements TurnDecoder {
  isFinished = false;
  private model: string | undefined;
  private text = "";
  private reasoning = "";
  private reasoningField: ReasoningDelta["field"];
  private readonly reasoningItems: Record<ReasoningList, JsonObject[]> = { reasoning_details: [], thinking_blocks: [] };
  private textSignature: string | undefined;
  private finishReason: string | undefined;
  private usage: TokenUsage | undefined;
  private readonly calls: ToolCallAssembler;

  constructor(
    private readonly options: DecoderOptions,
    private readonly emit: Emit,
  ) {
    this.calls = createToolCallAssembler(options.newId, (id, name) => emit({ type: "tool_call_started", id, name }));
  }

  get isWhole(): boolean {
    return this.isFinished || this.finishReason !== undefined;
  }

  push({ event, data }: ServerSentEvent): void {
    if (isDone(data)) {
      this.isFinished = true;
      return;
    }
    const chunk = parseLenient(data);
    if (chunk === undefined) {
      if (this.isWhole || data === "") return;
      throw new ProviderError({ type: "incomplete_response" }, { cause: "a chunk that is not JSON" });
    }
    const error = errorIn(chunk) ?? (event === "error" ? chunk : undefined);
    if (error !== undefined) throw streamError(error);
    // Other JSON, such as a null to keep the connection open, is no part of an answer.
    if (typeof chunk === "object" && chunk !== null) this.add(chunk);
  }

  finish(): AssistantTurn {
    if (!this.isWhole) throw new ProviderError({ type: "incomplete_response" });
    const calls = this.calls.finish();
    if (calls.some((call) => call.name === "")) {
      throw new ProviderError({ type: "incomplete_response" }, { cause: "a call without a name" });
    }
    return {
      content: this.content(calls),
      stopReason: stopReasonOf(this.finishReason, calls.length > 0),
      model: this.model ?? this.options.model,
      ...(this.usage !== undefined && { usage: this.usage }),
    };
  }

  private add(value: object): void {
    const chunk = readChunk(value);
    this.model ??= chunk.model;
    if (chunk.reasoning !== undefined) {
      this.reasoning += chunk.reasoning.text;
      this.reasoningField ??= chunk.reasoning.field;
    }
    for (const list of REASONING_LISTS) addReasoningItems(this.reasoningItems[list], chunk.reasoningItems[list] ?? []);
    this.textSignature = chunk.textSignature ?? this.textSignature;
    if (chunk.text !== "") {
      this.text += chunk.text;
      this.emit({ type: "text_delta", text: chunk.text });
    }
    for (const fragment of chunk.toolCalls) this.calls.add(fragment);
    this.finishReason = chunk.finishReason ?? this.finishReason;
    // Some servers send the totals so far with every chunk: the last ones count.
    this.usage = readUsage(chunk.usage) ?? this.usage;
    const failure = failureOf(chunk.finishReason);
    if (failure !== undefined) throw new ProviderError(failure, { cause: `the turn ended with ${chunk.finishReason}` });
  }

  private content(calls: ToolUseBlock[]): ContentBlock[] {
    const { reasoning, reasoningField, text } = this;
    const content: ContentBlock[] = [];
    const extra = this.extra();
    if (reasoning !== "" || extra !== undefined) {
      content.push({
        type: "thinking",
        text: reasoning,
        ...(reasoningField !== undefined && { field: reasoningField }),
        ...(extra !== undefined && { extra }),
      });
    }
    if (text !== "") content.push({ type: "text", text });
    return [...content, ...calls];
  }

  /** What the server wants back with the message, under the names of its members. */
  private extra(): JsonObject | undefined {
    const { reasoningItems, textSignature } = this;
    const details = reasoningItems.reasoning_details;
    const blocks = reasoningItems.thinking_blocks.filter(isSigned);
    const extra: JsonObject = {
      ...(details.length > 0 && { reasoning_details: details }),
      ...(blocks.length > 0 && { thinking_blocks: blocks }),
      ...(textSignature !== undefined && { extra_content: { google: { thought_signature: textSignature } } }),
    };
    return Object.keys(extra).length === 0 ? undefined : extra;
  }
}

/** Prompt tokens include the cached ones here; the turn counts them apart. */
function readUsage(usage: unknown): TokenUsage | undefined {
  const prompt = countOf(member(usage, "prompt_tokens"));
  const output = countOf(member(usage, "completion_tokens"));
  if (prompt === undefined && output === undefined) return undefined;
  const cached = countOf(member(member(usage, "prompt_tokens_details"), "cached_tokens")) ?? 0;
  const cacheRead = Math.min(prompt ?? 0, cached);
  return { input: (prompt ?? 0) - cacheRead, output: output ?? 0, cacheRead, cacheWrite: 0 };
}
