import { rebase, textChange } from "../frame/rebase";

/**
 * The text of an input that the page and the host both change. What a person types shows at once and goes to the host
 * as an edit; until the host has done it, the host's text with the edits that are still on the way is what shows. So no
 * letter is lost, whoever is quicker (H4).
 */
export interface TypedText {
  /** What stands in the input. */
  readonly shown: string;
  /** The edits that the host has not done yet, oldest first. */
  readonly pending: readonly Edit[];
}

/** One change by typing: the number of its deed, and the text before and after it. */
export interface Edit {
  readonly number: number;
  readonly from: string;
  readonly to: string;
}

/** The person typed: the input holds `to` now, and the deed that says so has a number. */
export function afterTyping({ shown, pending }: TypedText, to: string, number: number): TypedText {
  return { shown: to, pending: [...pending, { number, from: shown, to }] };
}

/** The host told its text, which holds the deeds up to `ack`. */
export function afterHearing(typed: TypedText, hostText: string, ack: number): TypedText {
  const pending = typed.pending.filter(({ number }) => number > ack);
  if (pending.length === 0) return { shown: hostText, pending };
  // The host only echoed, as it nearly always does: the edits lead to what is shown already.
  if (pending[0]?.from === hostText) return { shown: typed.shown, pending };
  return { shown: pending.reduce((text, { from, to }) => rebase(text, from, to), hostText), pending };
}

/** Where the caret belongs when the text under it changes. */
export function movedCaret(before: string, after: string, caret: number): number {
  const { start, removed, inserted } = textChange(before, after);
  if (caret <= start && !(caret === start && removed === 0)) return caret;
  return caret >= start + removed ? caret + inserted.length - removed : start + inserted.length;
}
