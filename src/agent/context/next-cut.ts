import type { Chat } from "../chat/chat";
import type { CutMark } from "../history/marks";
import { toolUses } from "../history/messages";

/** A cut that has no id yet. */
export type Cut = Omit<CutMark, "id">;

/**
 * What stays of a long tool output, in characters, tried in this order. The tails have room for all that Orbit itself says
 * of a call, that its outcome is unknown above all.
 */
const KEPT = [
  { head: 1_000, tail: 500 },
  { head: 100, tail: 300 },
] as const;

/**
 * The mildest cut that fits, or the hardest one where none does; undefined where the chat has nothing more to cut. A cut
 * never gives back what an earlier one took, and the newest turn that called tools keeps their output whole.
 */
export function nextCut(chat: Chat, fits: (cut: Cut) => boolean): Cut | undefined {
  const { marks, messages } = chat;
  const earlier = marks.findLast((mark) => mark.type === "cut");
  const newest = messages.findLast((message) => message.role === "assistant" && toolUses(message).length > 0);
  const seqs = messages
    .filter(
      ({ role, seq }) => role === "assistant" && seq >= (earlier?.upToSeq ?? 0) && seq < (newest?.seq ?? Infinity),
    )
    .map(({ seq }) => seq);
  let hardest: Cut | undefined;
  for (const kept of KEPT) {
    if (earlier !== undefined && kept.head > earlier.head) continue;
    const cuts = seqs.map((upToSeq): Cut => ({ type: "cut", upToSeq, ...kept }));
    hardest = cuts.at(-1) ?? hardest;
    if (hardest !== undefined && fits(hardest)) return firstThatFits(cuts, fits);
  }
  return hardest;
}

/** By halves, as each cut takes all that the one before it takes. The last one fits. */
function firstThatFits(cuts: readonly Cut[], fits: (cut: Cut) => boolean): Cut | undefined {
  let low = 0;
  let high = cuts.length - 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const cut = cuts[middle];
    if (cut !== undefined && fits(cut)) high = middle;
    else low = middle + 1;
  }
  return cuts[low];
}
