import type { ContentBlock } from "../history/messages";
import type { Memory } from "../ports/memory";
import { turnContext } from "../prompt/turn-context";
import { toolNews, unusableTools } from "../prompt/unusable-tools";
import type { Region } from "../text/moment-words";
import { availabilityOf } from "../tool/availability";
import type { ToolRegistry } from "../tool/registry";
import type { Attachment } from "./attachments";
import type { ChatChange } from "./chat";
import { nextSeq, rowBase, touched, type RowContext } from "./new-rows";
import type { ChatRow } from "./rows";

/** What the person sends: what they typed, and what they sent along. */
export type Question = { text: string; attachments: readonly Attachment[] };

type UserRow = Extract<ChatRow, { type: "user" }>;

/** What a question needs on its way into the history. `region` tells where the person is at this moment. */
export type QuestionContext = RowContext & {
  registry: ToolRegistry;
  memory: Pick<Memory, "get">;
  region: () => Region;
};

/** What the person sees of a new question. */
export function questionRow(context: RowContext, { text, attachments }: Question): UserRow {
  const sentAlong = attachments.length === 0 ? {} : { attachments: [...attachments] };
  return { ...rowBase(context), type: "user", text, ...sentAlong };
}

/** The questions among changes: those that were asked, and those that wait. */
export function questionsIn(changes: readonly ChatChange[]): Question[] {
  return changes.flatMap((change) => {
    if (change.type !== "row" || (change.row.type !== "user" && change.row.type !== "queued")) return [];
    return [{ text: change.row.text, attachments: change.row.attachments ?? [] }];
  });
}

/** The question in the history, behind the context of this moment, with its row. None of it may be stored alone. */
export async function questionChanges(context: QuestionContext, row: UserRow): Promise<ChatChange[]> {
  const message = await questionMessage(context, row);
  return [touched(context), { type: "row", row }, message];
}

async function questionMessage(
  context: QuestionContext,
  { text, attachments = [] }: UserRow,
): Promise<Extract<ChatChange, { type: "message" }>> {
  const { session, requestId, newId } = context;
  const news = await newsForMessage(context);
  const now = context.now();
  const about = turnContext({ now, timeZone: context.region().timeZone, attachments, toolNews: news });
  // Models read a question best behind the images that it is about.
  const images = attachments.filter((attachment) => attachment.type === "image");
  return {
    type: "message",
    message: {
      id: newId(),
      seq: nextSeq(session.chat.messages),
      requestId,
      createdAt: now.getTime(),
      role: "user",
      content: [
        { type: "text", text: about },
        ...images.map((image): ContentBlock => ({ ...image, type: "image_file" })),
        { type: "text", text },
      ],
    },
  };
}

/** A chat that still gets its prompt has it all in there. */
async function newsForMessage({ session, registry, memory }: QuestionContext): Promise<string | undefined> {
  const { frozen } = session.chat;
  if (frozen === undefined) return undefined;
  const unusable = unusableTools(frozen.tools, await availabilityOf(registry.tools, memory));
  const news = toolNews(session.told, unusable);
  session.told = unusable;
  return news;
}
