import type { Chat } from "../chat/chat";
import { callResult } from "../history/call-result";
import type { CallRow } from "../history/calls";
import { keptMessages, type ImagesOutMark, type Mark } from "../history/marks";
import { isThinking, toolUses, type AssistantMessage, type ContentBlock } from "../history/messages";
import type { WireTarget } from "../ports/provider";
import { cutOutputs } from "./cut-outputs";
import { imagesInWords } from "./images-in-words";
import { lostResult } from "./passes/pair-results";
import type { ViewContext, ViewMessage, ViewTransform } from "./view-message";

/** What of a chat makes its history. */
type History = Pick<Chat, "messages" | "calls" | "marks">;

/**
 * What of a chat's history goes to a target, before it is repaired: the kept messages with the results of their calls,
 * taken through the transforms in their order.
 */
export function historyView(chat: History, target: WireTarget): ViewMessage[] {
  const context: ViewContext = {
    target,
    rejectedUpTo: rejectedUpTo(chat.marks, target),
    imagesOut: chat.marks.filter((mark) => isImagesOut(mark, target)),
    cut: chat.marks.findLast((mark) => mark.type === "cut"),
  };
  return TRANSFORMS.reduce((view, transform) => transform(view, context), answeredHistory(chat));
}

/** Whether another model sees is another matter. */
function isImagesOut(mark: Mark, { recipientKey, model }: WireTarget): mark is ImagesOutMark {
  return mark.type === "images_out" && mark.recipientKey === recipientKey && mark.model === model;
}

function rejectedUpTo(marks: readonly Mark[], { recipientKey }: WireTarget): number {
  return marks.reduce(
    (last, mark) =>
      mark.type === "thinking_rejected" && mark.recipientKey === recipientKey ? Math.max(last, mark.upToSeq) : last,
    -1,
  );
}

/** The messages that no mark has dropped, every call answered from its row right after the turn that made it. */
function answeredHistory(chat: History): ViewMessage[] {
  const calls = Map.groupBy(chat.calls.values(), (call) => call.messageId);
  return keptMessages(chat).flatMap((message): ViewMessage[] => {
    const { seq, role, content } = message;
    if (message.role === "user") return [{ seq, role, content }];
    const turn: ViewMessage = { seq, role, content, from: message };
    const results = resultBlocks(message, calls.get(message.id) ?? []);
    return results.length === 0 ? [turn] : [turn, { seq, role: "user", content: results }];
  });
}

/** The results of a message's calls, in call order. A call without a row was lost with its row: nobody knows of it. */
function resultBlocks(message: AssistantMessage, calls: readonly CallRow[]): ContentBlock[] {
  return toolUses(message).map((use, index) => {
    const row = calls.find((call) => call.index === index);
    return row === undefined ? lostResult(use.id) : { type: "tool_result", toolUseId: use.id, ...callResult(row) };
  });
}

/**
 * Reasoning, opaque blocks and signatures of calls mean something only to the server that made them. They are left out
 * for others, not turned into text: models imitate what they see.
 */
const ownBlocksOnly: ViewTransform = (view, { target }) =>
  view.map((message) => {
    const { from, content } = message;
    if (from === undefined || isOwn(from, target)) return message;
    return {
      ...message,
      content: content.filter((block) => !isThinking(block) && block.type !== "opaque").map(unsigned),
    };
  });

/** Messages of older chats name no recipient: there the wire format has to do. */
function isOwn({ provider, recipientKey }: Pick<AssistantMessage, "provider" | "recipientKey">, target: WireTarget) {
  return recipientKey === undefined ? provider === target.id : recipientKey === target.recipientKey;
}

function unsigned(block: ContentBlock): ContentBlock {
  if (block.type !== "tool_use") return block;
  const { signature, extra, ...call } = block;
  return signature === undefined && extra === undefined ? block : call;
}

/** What the target refused once it would refuse in every request from then on. */
const withoutRejectedThinking: ViewTransform = (view, { rejectedUpTo: last }) =>
  view.map((message) =>
    message.seq > last ? message : { ...message, content: message.content.filter((block) => !isThinking(block)) },
  );

/** In this order; the repair comes after all of them, and nothing can take its place. */
const TRANSFORMS: readonly ViewTransform[] = [ownBlocksOnly, withoutRejectedThinking, imagesInWords, cutOutputs];
