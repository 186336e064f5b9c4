import type { ProviderDelta } from "../../agent/ports/provider";
import { createKeyFilter } from "./hide-keys";
import type { Emit } from "./turn-decoder";

/** What a decoder has shown and its reader has not got yet. */
export type ShownEvents = {
  emit: Emit;
  /** Gives what may go on. */
  take(): ProviderDelta[];
  /** Gives all there is, at the end of the stream. */
  takeRest(): ProviderDelta[];
};

/**
 * Gathers what is shown. Texts that arrived together are one: twenty thousand deltas are then far fewer steps for everyone
 * behind. One of the `keys` that the deltas cut in two is hidden; a text that ends within it waits for what comes next.
 */
export function createShownEvents(keys: readonly string[]): ShownEvents {
  const filter = createKeyFilter(keys);
  let events: ProviderDelta[] = [];

  function passOn(): ProviderDelta[] {
    const passed = events.flatMap((event) => {
      if (event.type === "text_delta") return textDelta(filter.push(event.text));
      // Nothing overtakes a text.
      return [...textDelta(filter.rest()), event.type === "progress_note" ? withoutKeys(event) : event];
    });
    events = [];
    return passed;
  }

  /** A note comes whole, of pieces that may have cut a key. */
  function withoutKeys<T extends { text: string }>(note: T): T {
    return { ...note, text: filter.push(note.text) + filter.rest() };
  }

  return {
    emit(event) {
      const last = events.at(-1);
      if (event.type === "text_delta" && last?.type === "text_delta") last.text += event.text;
      else events.push(event.type === "text_delta" ? { ...event } : event);
    },
    take: passOn,
    takeRest: () => [...passOn(), ...textDelta(filter.rest())],
  };
}

function textDelta(text: string): ProviderDelta[] {
  return text === "" ? [] : [{ type: "text_delta", text }];
}
