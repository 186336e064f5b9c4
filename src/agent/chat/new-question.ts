import type { Limits } from "../limits";
import { buildSystemPrompt } from "../prompt/system-prompt";
import { turnContext } from "../prompt/turn-context";
import type { ToolRegistry } from "../tool/registry";
import type { ChatChange, FrozenPrompt } from "./chat";
import { nextSeq, rowBase, touched, type RowContext } from "./new-rows";

/** What a question needs besides its text. `region` is the person's locale (BCP 47) and time zone at this moment. */
export type QuestionContext = RowContext & {
  registry: ToolRegistry;
  limits: Limits;
  region: () => { locale: string; timeZone: string };
};

/** What a new question changes in its chat: its message and its row, and with the first one the frozen prompt. */
export function questionChanges(context: QuestionContext, question: string): ChatChange[] {
  const { session, requestId, newId, region } = context;
  const { chat } = session;
  const now = context.now();
  const text = [turnContext(now, region().timeZone), question];
  const message = {
    id: newId(),
    seq: nextSeq(chat.messages),
    requestId,
    createdAt: now.getTime(),
    role: "user" as const,
    content: text.map((part) => ({ type: "text" as const, text: part })),
  };
  return [
    touched(context),
    ...(chat.frozen === undefined ? [{ type: "frozen" as const, frozen: freezePrompt(context, now) }] : []),
    { type: "message", message },
    { type: "row", row: { ...rowBase(context), type: "user", text: question } },
  ];
}

function freezePrompt({ registry, limits, region }: QuestionContext, now: Date): FrozenPrompt {
  const systemPrompt = buildSystemPrompt({ now, ...region(), tools: registry.tools, limits });
  return { systemPrompt, tools: registry.definitions };
}
