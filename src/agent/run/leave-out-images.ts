import type { ChatChange } from "../chat/chat";
import { noticeRow } from "../chat/new-rows";
import { fileOf } from "../images/image-file";
import { imageNames } from "../images/image-words";
import { imagesShown } from "../images/images-in";
import type { ImagesOutMark } from "../history/marks";
import { isImage, type SentMessage } from "../history/messages";
import { imagesOutNotice } from "../notices";
import type { Provider, ProviderRequest } from "../ports/provider";
import { ProviderError, type ProviderErrorDetail } from "../ports/provider-error";
import { historyView } from "../wire/history-view";
import { runWithDeadline } from "./deadline";
import type { RunContext } from "./run-context";

/** The next try of a request that a server refused, without some of its images. */
export type WithoutImages = {
  mark: ImagesOutMark;
  /** What the server said, where it did not speak of images: the mark is only made if the next try goes through. */
  guessedFrom?: ProviderError;
};

/**
 * Marks the images that a request would hold and its model cannot see, before any of them leaves. A server that does not
 * tell keeps nobody waiting: they are sent, and it may refuse them. Throws `StoreError`.
 */
export async function holdBackImages(context: RunContext, provider: Provider): Promise<void> {
  const { session, limits, signal } = context;
  if (provider.sees === undefined || !session.chat.messages.some(({ content }) => content.some(isImage))) return;
  const files = imagesShown(historyView(session.chat, provider));
  if (files.length === 0) return;
  const told = await runWithDeadline(async (ended) => provider.sees?.(ended), limits.toolDeadlineMs, signal);
  if (told.type !== "done" || told.value !== false) return;
  const mark = imagesOut(context, provider, { files, reason: "cannot_see" });
  await session.commit(...marked(context, mark));
}

/**
 * What of a refused request's images stays out of the next try: the one that the server named, as many as it has too many,
 * else those of the newest message; all where the model cannot see, and where that has not helped. Undefined where the
 * refusal has nothing to do with images, or none are left.
 */
export function withoutImages(
  context: RunContext,
  provider: Provider,
  { messages }: ProviderRequest,
  error: unknown,
  wasTried: boolean,
): WithoutImages | undefined {
  const all = imagesShown(messages);
  if (!(error instanceof ProviderError) || all.length === 0) return undefined;
  const out = (files: string[], reason: ImagesOutMark["reason"]) => imagesOut(context, provider, { files, reason });
  switch (error.detail.type) {
    case "images_refused":
      if (error.detail.cannotSee) return { mark: out(all, "cannot_see") };
      return { mark: out(wasTried ? all : refusedFiles(messages, error.detail), "refused") };
    case "invalid_request":
      return { mark: out(all, "refused"), guessedFrom: error };
    default:
      return undefined;
  }
}

/** The changes that make such a mark, and tell the person of it. */
export function marked(context: RunContext, mark: ImagesOutMark): ChatChange[] {
  const out = new Set(mark.files);
  const blocks = context.session.chat.messages
    .filter(({ seq }) => seq <= mark.upToSeq)
    .flatMap(({ content }) => content.filter(isImage))
    .filter((image) => out.has(fileOf(image)));
  return [{ type: "mark", mark }, noticeRow(context, imagesOutNotice(mark, imageNames(blocks)))];
}

function imagesOut(
  { session, newId }: RunContext,
  { recipientKey, model }: Provider,
  out: Pick<ImagesOutMark, "files" | "reason">,
): ImagesOutMark {
  const upToSeq = session.chat.messages.at(-1)?.seq ?? 0;
  return { id: newId(), type: "images_out", upToSeq, recipientKey, model, ...out };
}

function refusedFiles(
  messages: readonly SentMessage[],
  { place, atMost }: Extract<ProviderErrorDetail, { type: "images_refused" }>,
): string[] {
  const named = place && messages[place.message]?.content[place.block];
  if (named?.type === "image") return [fileOf(named)];
  const images = messages.flatMap(({ content }) => content.filter((block) => block.type === "image"));
  if (atMost !== undefined && atMost < images.length) {
    return [...new Set(images.slice(0, images.length - atMost).map(fileOf))];
  }
  return imagesShown(messages.filter(({ content }) => content.some(isImage)).slice(-1));
}
