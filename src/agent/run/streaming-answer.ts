import type { Limits } from "../limits";
import { rowBase, type RowContext } from "../chat/new-rows";
import type { AnswerRow } from "../chat/rows";
import type { ToolRegistry } from "../tool/registry";
import type { Provider, ProviderDelta } from "../ports/provider";

type AnswerContext = RowContext & { registry: ToolRegistry; limits: Pick<Limits, "partialSaveIntervalMs"> };

/** What of a stream is shown as it comes. */
type ShownDelta = Extract<ProviderDelta, { type: "text_delta" | "progress_note" | "tool_call_started" }>;

/**
 * The answer row of one turn while it streams. It appears with the first text and is stored about once a second. Text that
 * comes after `end` makes a new row, as in a turn whose provider calls tools in between.
 */
export class StreamingAnswer {
  readonly #context: AnswerContext;
  readonly #by: Pick<AnswerRow, "model" | "recipient">;
  #startedAt: number;
  #row: AnswerRow | undefined;
  #storedAt = 0;

  constructor(context: AnswerContext, { model, recipient }: Pick<Provider, "model" | "recipient">) {
    this.#context = context;
    this.#by = { model, recipient };
    this.#startedAt = context.now().getTime();
  }

  /** The text that has arrived. */
  get text(): string {
    return this.#row === undefined ? "" : this.#context.session.streamedText(this.#row.id);
  }

  take(delta: ShownDelta): void {
    switch (delta.type) {
      case "text_delta":
        if (delta.text !== "") this.#append(delta.text);
        return;
      case "progress_note":
        this.#context.session.record({
          type: "row",
          row: { ...rowBase(this.#context), type: "progress", text: delta.text },
        });
        return;
      case "tool_call_started":
        // The call gets its row when the turn is complete: only then is it known that it may run.
        this.#context.session.setComing(this.#context.registry.find(delta.name)?.title);
        return;
    }
  }

  /** Puts the row into its last state, with what is only known at the end. Without text there is no row. */
  end(status: Exclude<AnswerRow["status"], "streaming">, known: Pick<AnswerRow, "model" | "usage"> = {}): void {
    const { session, now } = this.#context;
    const time = now().getTime();
    const durationMs = time - this.#startedAt;
    this.#startedAt = time;
    if (this.#row === undefined) return;
    session.record({ type: "row", row: { ...this.#row, ...known, text: this.text, status, durationMs } });
    this.#row = undefined;
  }

  discard(): void {
    if (this.#row !== undefined) this.#context.session.record({ type: "row_removed", rowId: this.#row.id });
    this.#row = undefined;
  }

  #append(text: string): void {
    const { session, now, limits } = this.#context;
    const time = now().getTime();
    if (this.#row === undefined) {
      this.#row = { ...rowBase(this.#context), type: "answer", text: "", status: "streaming", ...this.#by };
      this.#storedAt = time;
      session.record({ type: "row", row: this.#row });
    }
    session.stream(this.#row.id, text);
    if (time - this.#storedAt < limits.partialSaveIntervalMs) return;
    this.#storedAt = time;
    const row = { ...this.#row, text: this.text };
    // A save that fails here loses nothing: the change stays queued, and the next step that must be stored reports it.
    session.commit({ type: "row", row }).catch(() => undefined);
  }
}
