import type { AgentEvent, RunEnd } from "../agent/chat/event-channel";
import type { AgentLoop, NotSent } from "../agent/loop";
import { answerForms, type FormAnswers } from "./answer-forms";
import type { AskEvent } from "./ask-events";

/** One `ask`: the agent, who answers its forms, and what is told of it. */
export type AskSession = FormAnswers & {
  loop: AgentLoop;
  print: (event: AskEvent) => void;
  /** Tells what happens in the loop, each thing once. */
  tell: (event: AgentEvent) => void;
};

/** Asks one question. Forms that an earlier run left in the chat come first. True where an answer came. */
export async function askOnce(session: AskSession, question: string): Promise<boolean> {
  const earlier = await answerForms(session.loop, session);
  if (earlier !== undefined) tellEnd(session, earlier);
  // Who stops an earlier request does not want the next one.
  if (earlier?.type === "stopped") return false;
  return finish(session, await outcomeOf(session.loop, question));
}

/** Takes questions and commands until the input ends. True where an answer came to any of them. */
export async function askInChat(session: AskSession): Promise<boolean> {
  const { loop, lines, status } = session;
  status(`Orbit in the terminal. Write a question, or ${COMMANDS}.\n`);
  const earlier = await answerForms(loop, session);
  let hasAnswer = earlier !== undefined && tellEnd(session, earlier);
  for (;;) {
    const line = (await lines.next("› "))?.trim();
    switch (line) {
      case undefined:
      case "/quit":
        return hasAnswer;
      case "/new":
        await loop.newChat();
        status("A new chat.\n");
        break;
      case "/retry": {
        const end = await loop.retry();
        if (end === undefined) status("There is nothing to try again.\n");
        else hasAnswer = (await finish(session, end)) || hasAnswer;
        break;
      }
      default:
        // A mistyped command is no question to pay for.
        if (/^\/[a-z]+$/i.test(line)) status(`There is no command ${line}. Write a question, or ${COMMANDS}.\n`);
        else hasAnswer = (await finish(session, await outcomeOf(loop, line))) || hasAnswer;
    }
  }
}

const COMMANDS = "/new, /retry, /quit";

async function outcomeOf(loop: AgentLoop, question: string): Promise<RunEnd | NotSent> {
  const sent = loop.send(question);
  return sent.type === "sent" ? sent.ended : sent;
}

/** Answers the forms of a request and tells its end. True where an answer came. */
async function finish(session: AskSession, outcome: RunEnd | NotSent): Promise<boolean> {
  return tellEnd(session, (await answerForms(session.loop, session)) ?? outcome);
}

function tellEnd({ loop, print }: AskSession, end: RunEnd | NotSent): boolean {
  if (end.type === "not_sent") print({ type: "notice", style: "error", text: NOT_SENT[end.reason], actions: [] });
  print({ type: "end", end: end.type, chat: loop.snapshot().header?.id });
  return end.type === "answered";
}

const NOT_SENT = {
  empty: "The question is empty. Write what you want to know or have done.",
  too_long: "The question is too long to send. Put long text into a file and ask about the file.",
  busy: "Orbit is still at work on the last request. Wait for it, or stop it first.",
};
