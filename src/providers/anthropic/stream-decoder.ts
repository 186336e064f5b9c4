import type { ContentBlock, TokenUsage } from "../../agent/history/messages";
import type { AssistantTurn } from "../../agent/ports/provider";
import { ProviderError } from "../../agent/ports/provider-error";
import { isDone, type ServerSentEvent } from "../http/event-stream";
import { countOf, errorIn, jsonTextOf, listOf, member, parseLenient, textOf } from "../http/lenient";
import type { Emit, TurnDecoder } from "../http/turn-decoder";
import { addDelta, finishBlock, inputSoFar, startBlock, type BlockDraft } from "./block-draft";
import { isCutOff, stopReasonOf } from "./stop-reason";
import { streamError } from "./stream-error";

/** What the decoder cannot know from the stream. */
export type DecoderOptions = {
  /** The model asked for, where the server does not say which one answered. */
  model: string;
  /** Thinking arrives as short notes for the person; elsewhere it is raw reasoning, which is never shown. */
  progressNotes: boolean;
  /** An id for a call that came without one. */
  newId: () => string;
};

/** What the API puts in place of a progress note that was cut off. */
const CUT_NOTE = "This part of the response was interrupted before it finished.";

/** Decodes the events of a Messages stream (https://docs.claude.com/en/docs/build-with-claude/streaming). */
export function createAnthropicDecoder(options: DecoderOptions, emit: Emit): TurnDecoder {
  return new AnthropicDecoder(options, emit);
}

class AnthropicDecoder implements TurnDecoder {
  isFinished = false;
  private messageId: string | undefined;
  private model: string;
  private stopReason: string | undefined;
  private refusalCategory: string | undefined;
  private usage: TokenUsage | undefined;
  private drafts: BlockDraft[] = [];
  private byIndex = new Map<number, BlockDraft>();
  private stopped = false;
  /** Something was shown, or a call came whole, which a second message in the same body cannot take back. */
  private committed = false;

  constructor(
    private readonly options: DecoderOptions,
    private readonly emit: Emit,
  ) {
    this.model = options.model;
  }

  get isWhole(): boolean {
    return this.stopped || this.stopReason !== undefined;
  }

  push({ event: name, data }: ServerSentEvent): void {
    if (isDone(data)) {
      // Not of this format, but proxies add it.
      this.isFinished = true;
      return;
    }
    const event = parseLenient(data);
    if (event === undefined) {
      if (this.isWhole || data === "") return;
      throw incomplete("an event that is not JSON");
    }
    switch (member(event, "type")) {
      case "message_start":
        this.startMessage(member(event, "message"));
        return;
      case "content_block_start":
        this.startBlock(event);
        return;
      case "content_block_delta":
        this.addDelta(event);
        return;
      case "content_block_stop":
        this.stopBlock(this.draftOf(event));
        return;
      case "message_delta":
        this.updateMessage(member(event, "delta"), member(event, "usage"));
        return;
      case "message_stop":
        this.stopped = this.isFinished = true;
        return;
      case "message":
        // A server that does not stream answers with the whole message.
        this.startMessage(event);
        this.stopped = this.isFinished = true;
        return;
      default:
        // Unknown events are skipped, as the API's reference asks, but not an error, whatever says that it is one.
        this.throwError(event, name);
    }
  }

  private throwError(event: unknown, name: string | undefined): void {
    const error = errorIn(event);
    if (error !== undefined) throw streamError(error, this.options.model);
    if (name === "error" || member(event, "type") === "error") throw streamError(event, this.options.model);
  }

  finish(): AssistantTurn {
    if (!this.isWhole) throw new ProviderError({ type: "incomplete_response" });
    const content = this.finishedBlocks();
    if (content.some((block) => block.type === "tool_use" && block.name === "")) {
      throw incomplete("a call without a name");
    }
    return {
      content,
      stopReason: stopReasonOf(
        this.stopReason,
        content.some((block) => block.type === "tool_use"),
        this.refusalCategory,
      ),
      model: this.model,
      ...(this.usage !== undefined && { usage: this.usage }),
    };
  }

  /**
   * A proxy that retries can splice a second message into the body (vercel/ai#18331, #18332). Blocks of both together
   * would be refused for ever, so the later one counts, unless the first has been shown.
   */
  private startMessage(message: unknown): void {
    const id = textOf(member(message, "id"));
    const first = this.messageId === undefined && this.drafts.length === 0;
    if (!first) {
      if (id === this.messageId) return;
      if (this.committed) throw incomplete("two messages in one body");
      this.drafts = [];
      this.byIndex.clear();
      this.stopReason = this.refusalCategory = this.usage = undefined;
    }
    this.messageId = id;
    this.model = textOf(member(message, "model")) ?? this.options.model;
    this.updateMessage(message, member(message, "usage"));
    for (const block of listOf(member(message, "content"))) this.stopBlock(this.addBlock(block));
  }

  private startBlock(event: unknown): void {
    const block = member(event, "content_block");
    const open = this.draftOf(event);
    if (open?.type === "tool_use") {
      // An event that a proxy sent twice starts no second call, which would run without its input.
      if (open.id === member(block, "id")) return;
      // Two streams in one body: the input of the first would go to the second, and the first run with none.
      if (!open.isStopped && inputSoFar(open) === "") throw incomplete("a block began within a call without input");
    }
    const draft = this.addBlock(block);
    this.byIndex.set(countOf(member(event, "index")) ?? this.drafts.length - 1, draft);
  }

  private addBlock(block: unknown): BlockDraft {
    const draft = startBlock(block, this.options.newId);
    this.drafts.push(draft);
    if (draft.type === "text" && draft.text !== "") this.showText(draft.text);
    if (draft.type === "tool_use" && draft.name !== "") {
      this.emit({ type: "tool_call_started", id: draft.id, name: draft.name });
    }
    if (draft.type === "fallback" && draft.model !== undefined) this.model = draft.model;
    return draft;
  }

  private addDelta(event: unknown): void {
    const delta = member(event, "delta");
    const draft = this.draftOf(event);
    const text = textOf(member(delta, "text"));
    if (text !== undefined && member(delta, "type") === "text_delta") {
      if (draft?.type === "text") {
        draft.text += text;
        this.showText(text);
      } else this.startBlock({ index: member(event, "index"), content_block: { type: "text", text } });
      return;
    }
    // Nobody would miss it: the call that it belongs to would run without.
    if (draft?.type !== "tool_use" && draft?.type !== "opaque" && jsonTextOf(member(delta, "partial_json")) !== "") {
      throw incomplete("an input outside of a call");
    }
    if (draft !== undefined) addDelta(draft, delta);
  }

  private stopBlock(draft: BlockDraft | undefined): void {
    if (draft?.type === "tool_use") this.committed = draft.isStopped = true;
    if (draft?.type !== "thinking" || !this.options.progressNotes) return;
    const note = draft.text.trim();
    if (note === "" || note === CUT_NOTE) return;
    this.committed = true;
    this.emit({ type: "progress_note", text: note });
  }

  /** The block that an event is about; the newest where the server leaves the index out. */
  private draftOf(event: unknown): BlockDraft | undefined {
    const index = countOf(member(event, "index"));
    return index === undefined ? this.drafts.at(-1) : this.byIndex.get(index);
  }

  private showText(text: string): void {
    this.committed = true;
    this.emit({ type: "text_delta", text });
  }

  private updateMessage(message: unknown, usage: unknown): void {
    this.stopReason = textOf(member(message, "stop_reason")) ?? this.stopReason;
    this.refusalCategory = textOf(member(member(message, "stop_details"), "category")) ?? this.refusalCategory;
    if (typeof usage !== "object" || usage === null) return;
    // The numbers are totals so far: a later one replaces an earlier one.
    this.usage = {
      input: countOf(member(usage, "input_tokens")) ?? this.usage?.input ?? 0,
      output: countOf(member(usage, "output_tokens")) ?? this.usage?.output ?? 0,
      cacheRead: countOf(member(usage, "cache_read_input_tokens")) ?? this.usage?.cacheRead ?? 0,
      cacheWrite: countOf(member(usage, "cache_creation_input_tokens")) ?? this.usage?.cacheWrite ?? 0,
    };
  }

  /** The drafts that count: before the last switch to another model only what the person has read, no marker itself. */
  private echoedDrafts(): Exclude<BlockDraft, { type: "fallback" }>[] {
    const lastSwitch = this.drafts.findLastIndex((draft) => draft.type === "fallback");
    return this.drafts
      .filter((draft, position) => position > lastSwitch || draft.type === "text")
      .filter((draft) => draft.type !== "fallback");
  }

  /** The blocks of the turn. A block of the API's own that was cut off goes, as whole it can go back to nobody. */
  private finishedBlocks(): ContentBlock[] {
    const blocks = this.echoedDrafts().map(finishBlock);
    const content = blocks.filter((block) => block !== undefined);
    if (content.length < blocks.length && !isCutOff(this.stopReason)) {
      throw incomplete("a block whose input is not JSON");
    }
    return content;
  }
}

function incomplete(cause: string): ProviderError {
  return new ProviderError({ type: "incomplete_response" }, { cause });
}
