import type { WireMessage } from "../history/messages";
import type { ToolIdRule } from "../ports/provider";
import { blankTexts, emptyMessages, emptyResults } from "./passes/empty-parts";
import { openCalls, resultOrder, strayResults } from "./passes/pair-results";
import type { Pass } from "./passes/pass";
import { finalSpace, misplacedBlocks, neighbours, startWithUser } from "./passes/roles";
import { textBeforeCalls } from "./passes/text-before-calls";
import { toolIds } from "./passes/tool-ids";
import { toolNames } from "./passes/tool-names";
import { wellFormed } from "./passes/well-formed";

/** A view that providers accept, and what had to be mended for it, in words for a person. */
export type Repair = { messages: WireMessage[]; mended: { what: string; count: number }[] };

/**
 * Turns any message list into one that a server accepts: roles alternate from a user message on, every call is answered
 * in the next user message, once and first, no result without a call, no empty block, well-formed Unicode, ids by the
 * server's rule. Order is kept and nothing is invented but the results of calls that lost theirs. Idempotent.
 */
export function repairMessages(messages: readonly WireMessage[], idRule: ToolIdRule): Repair {
  let view = messages.map(({ role, content }): WireMessage => ({ role, content }));
  const mended = new Map<string, number>();
  for (const { mends, run } of passes(idRule)) {
    const done = run(view);
    view = done.messages;
    if (done.count > 0) mended.set(mends, (mended.get(mends) ?? 0) + done.count);
  }
  return { messages: view, mended: [...mended].map(([what, count]) => ({ what, count })) };
}

function passes(idRule: ToolIdRule): readonly Pass[] {
  return [
    wellFormed,
    misplacedBlocks,
    blankTexts,
    emptyResults,
    emptyMessages,
    neighbours,
    startWithUser,
    toolIds(idRule),
    toolNames,
    textBeforeCalls,
    strayResults,
    openCalls,
    resultOrder,
    // A message that held only stray results is empty now, and two of one role meet.
    emptyMessages,
    neighbours,
    finalSpace,
  ];
}
