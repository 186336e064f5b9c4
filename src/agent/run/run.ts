import { ensureFrozen } from "../chat/ensure-frozen";
import type { RunEnd } from "../chat/event-channel";
import { closingNotice, failureNotice, NO_QUESTION, QUESTION_TOO_LONG, type Notice } from "../notices";
import { endRun } from "./end-of-run";
import { failed, STOPPED, type Ending } from "./ending";
import { runCalls } from "./executor";
import { holdsQuestion, nextStep } from "./next-step";
import { requestTurn } from "./request-turn";
import type { RunContext } from "./run-context";

/**
 * Carries a request on, step by step, until it ends or has to wait for the person. Whatever fails ends as a notice in the
 * chat: a run never throws. The stop signal ends it between any two steps; the caller settles what was left open.
 */
export async function driveRun(context: RunContext): Promise<RunEnd> {
  const { end, notice } = await takeSteps(context).catch((error: unknown) => failed(failureNotice(error)));
  if (context.signal.aborted) return STOPPED.end;
  if (end.type !== "awaiting_approval")
    await endRun(context, fitting(notice, context), { isUnfinished: end.type === "failed" });
  return end;
}

/** A chat that holds one question has not grown too long: a new one would run into the same wall. */
function fitting(notice: Notice | undefined, { session }: RunContext): Notice | undefined {
  return notice?.reason === "context_full" && session.chat.messages.length === 1 ? QUESTION_TOO_LONG : notice;
}

async function takeSteps(context: RunContext): Promise<Ending> {
  await ensureFrozen(context);
  for (;;) {
    if (context.signal.aborted) return STOPPED;
    const ending = await takeStep(context);
    if (ending !== undefined) return ending;
  }
}

/** Takes the next step that the chat calls for; gives an ending where there is none after it. */
async function takeStep(context: RunContext): Promise<Ending | undefined> {
  const step = nextStep(context.session.chat, context.limits);
  switch (step.type) {
    case "ask_model":
      return holdsQuestion(context.session.chat) ? requestTurn(context) : failed(NO_QUESTION);
    case "run_calls":
      await runCalls(context, step.calls);
      return undefined;
    case "await_person":
      return { end: { type: "awaiting_approval", callIds: step.calls.map(({ id }) => id) } };
    case "answer":
      return { end: { type: "answered" } };
    case "cut_off":
    case "budget_reached":
      return { end: { type: step.type }, notice: closingNotice(step, context.limits) };
    case "context_full":
      return failed(closingNotice(step, context.limits));
  }
}
