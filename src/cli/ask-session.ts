import type { Attachment } from "../agent/chat/attachments";
import type { AgentEvent, RunEnd } from "../agent/chat/event-channel";
import type { AgentLoop, NotSent } from "../agent/loop";
import { waitsForPerson } from "../agent/history/calls";
import { toolUsage } from "../agent/history/tool-usage";
import { answerForms } from "./answer-forms";
import { askRoute, type AskEvent } from "./ask-events";
import type { FormAnswers } from "./form-answers";
import { switchModel } from "./switch-model";
import { terminalText } from "./terminal-text";

/** One `ask`: the agent, who answers its forms, and what is told of it. */
export type AskSession = FormAnswers & {
  loop: AgentLoop;
  print: (event: AskEvent) => void;
  /** Tells what happens in the loop, each thing once. */
  tell: (event: AgentEvent) => void;
};

/** Asks one question. Forms that an earlier run left in the chat come first. True where an answer came. */
export async function askOnce(
  session: AskSession,
  question: string,
  attachments: readonly Attachment[],
): Promise<boolean> {
  const earlier = await finishForms(session);
  if (earlier !== undefined) tellEnd(session, earlier);
  // Who stops an earlier request does not want the next one.
  if (earlier?.type === "stopped") return false;
  return finish(session, await outcomeOf(session.loop, question, attachments));
}

/** Takes questions and commands until the input ends. True where an answer came to any of them. */
export async function askInChat(session: AskSession): Promise<boolean> {
  const { loop, lines, status } = session;
  status(`Orbit in the terminal. Write a question, or ${COMMANDS}.\n`);
  const earlier = await finishForms(session);
  let hasAnswer = earlier !== undefined && tellEnd(session, earlier);
  for (;;) {
    const line = (await lines.next("› "))?.trim();
    switch (line) {
      case undefined:
      case "/quit":
        return hasAnswer;
      case "/new":
        status(newChatWords(await loop.newChat()));
        break;
      case "/retry": {
        const end = await loop.retry();
        if (end === undefined) status("There is nothing to try again.\n");
        else hasAnswer = (await finish(session, end)) || hasAnswer;
        break;
      }
      default:
        if (/^\/switch( |$)/.test(line)) hasAnswer = (await switchChat(session, line.slice(8))) === true || hasAnswer;
        // A mistyped command is no question to pay for.
        else if (/^\/[a-z]+$/i.test(line)) status(`There is no command ${line}. Write a question, or ${COMMANDS}.\n`);
        else hasAnswer = (await finish(session, await outcomeOf(loop, line))) || hasAnswer;
    }
  }
}

/**
 * Moves the open chat to another model. True where an answer came from there, false where it cannot go there or no answer
 * came; undefined where none was wanted.
 */
export async function switchChat(session: AskSession, typed = ""): Promise<boolean | undefined> {
  const end = await switchModel(session, typed.trim());
  return end && (await finish(session, end));
}

const COMMANDS = "/new, /retry, /switch, /quit";

/** A question that did not fit is not lost with its chat. */
function newChatWords({ carried }: { carried: string | undefined }): string {
  return carried === undefined
    ? "A new chat.\n"
    : `A new chat. This question did not fit into the last one:\n${terminalText(carried)}\n`;
}

async function outcomeOf(
  loop: AgentLoop,
  question: string,
  attachments: readonly Attachment[] = [],
): Promise<RunEnd | NotSent> {
  const sent = loop.send(question, attachments);
  if (sent.type === "sent") return sent.ended;
  // A form that nobody answered still waits, and the question behind it.
  return sent.type === "queued" ? { type: "awaiting_approval", callIds: [] } : sent;
}

/** Answers the forms of a request and tells its end. True where an answer came. */
async function finish(session: AskSession, outcome: RunEnd | NotSent): Promise<boolean> {
  return tellEnd(session, (await finishForms(session)) ?? outcome);
}

/** Answers the forms that wait, and lets all come to its end. Undefined where no form waited. */
async function finishForms(session: AskSession): Promise<RunEnd | undefined> {
  tellForms(session);
  const end = await answerForms(session.loop, session);
  await finishQueue(session);
  return end;
}

/** What an earlier run or another window left waiting is no news to the loop, but nobody has seen it here. */
function tellForms({ loop, tell }: AskSession): void {
  const { header, calls, isElsewhere } = loop.snapshot();
  if (header === undefined || isElsewhere) return;
  for (const call of calls.values()) {
    if (waitsForPerson(call)) tell({ type: "change", chatId: header.id, change: { type: "call", call } });
  }
}

/** Questions that a window left waiting in the chat are sent as soon as the request before them has ended. */
async function finishQueue(session: AskSession): Promise<void> {
  while (session.loop.snapshot().status === "running") {
    session.print({
      type: "notice",
      style: "info",
      text: "A question that waited in this chat is sent now.",
      actions: [],
    });
    await untilQuiet(session.loop);
    await answerForms(session.loop, session);
  }
}

function untilQuiet(loop: AgentLoop): Promise<void> {
  return new Promise((resolve) => {
    const leave = loop.subscribe((event) => {
      if (event.type !== "status" || event.status === "running") return;
      leave();
      resolve();
    });
  });
}

function tellEnd({ loop, print }: AskSession, end: RunEnd | NotSent): boolean {
  if (end.type === "not_sent") print({ type: "notice", style: "error", text: NOT_SENT[end.reason], actions: [] });
  const { header, calls, route } = loop.snapshot();
  print({ type: "end", end: end.type, chat: header?.id, route: askRoute(route), tools: toolUsage(calls.values()) });
  return end.type === "answered";
}

const NOT_SENT: Record<NotSent["reason"], string> = {
  empty: "The question is empty. Write what you want to know or have done.",
  too_long: "The question is too long to send. Put long text into a file and ask about the file.",
  too_many: "Too many questions wait already. Wait for an answer first.",
  elsewhere: "Another window is at work in this chat. Wait for it, or start a new chat.",
};
