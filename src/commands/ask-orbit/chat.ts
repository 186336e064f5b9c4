import { open, showToast, Toast } from "@raycast/api";
import type { RunStatus } from "../../agent/chat/event-channel";
import type { RouteMark } from "../../agent/history/marks";
import type { AgentLoop } from "../../agent/loop";
import type { PersonAnswer } from "../../agent/run/decisions";
import type { PermissionKind } from "../../agent/tool/permission";
import { orToast } from "../or-toast";
import { permissionSettings } from "../permission-settings";

/** What rows and their actions need of the open chat. */
export type Chat = {
  loop: AgentLoop;
  /** Absolute; result cards hold paths below it as `~/…`. */
  homeFolder: string;
  status: RunStatus;
  /** Whether Try Again would do anything now. */
  canRetry: boolean;
  /** Who answers. Undefined before the first request. */
  route: RouteMark | undefined;
  ask: (question: string) => void;
  /** Puts text into the search bar, behind what is typed there. */
  fill: (text: string) => void;
  /** Shows or hides the rows of an earlier request. */
  toggleDetails: (requestId: string) => void;
  /** Gives a choice of model up, and goes on with the one that the preferences name now. */
  switchModel: () => void;
};

/** Leaves the chat for an empty one. A question that did not fit any more comes along, typed and not sent. */
export function startNewChat({ loop, fill }: Pick<Chat, "loop" | "fill">): Promise<void> {
  const left = loop.newChat().then(({ carried }) => {
    if (carried !== undefined) fill(carried);
  });
  return orToast(left, "The chat could not be closed");
}

/** Ends the run, or the waiting for a word. */
export function stop(loop: AgentLoop): Promise<void> {
  return orToast(loop.stop(), "The request could not be stopped");
}

/** Runs the newest request again. How that ends is seen in the chat. */
export function retry(loop: AgentLoop): Promise<void> {
  return orToast(loop.retry(), "The request could not be tried again");
}

/** Stops what goes on and sends a question that waits. */
export function sendNow({ loop }: Chat, rowId: string): Promise<void> {
  return orToast(loop.sendNow(rowId), "The question could not be sent");
}

/** Takes a question that waits back for good. */
export function withdraw({ loop }: Chat, rowId: string): Promise<void> {
  return orToast(loop.withdraw(rowId).then(sayWhereSent), NOT_WITHDRAWN);
}

/** Takes a question that waits back into the search bar. */
export function editQueued({ loop, fill }: Chat, rowId: string): Promise<void> {
  const withdrawn = loop.withdraw(rowId).then((text) => {
    if (text !== undefined) fill(text);
    return sayWhereSent(text);
  });
  return orToast(withdrawn, NOT_WITHDRAWN);
}

const NOT_WITHDRAWN = "The question could not be taken back";

async function sayWhereSent(text: string | undefined): Promise<void> {
  if (text !== undefined) return;
  await showToast({ style: Toast.Style.Failure, title: "This question was sent already" });
}

/** Opens the page of System Settings on which macOS allows something. Whoever opened it may have allowed it. */
export function openPermissionSettings(loop: AgentLoop, permission: PermissionKind): Promise<void> {
  const opened = open(permissionSettings(permission)).then(() => loop.forgetDenied(permission));
  return orToast(opened, "System Settings could not be opened");
}

/** Gives the person's answer to a question. How the run goes on is seen in the chat. */
export async function answerQuestion(
  loop: Pick<AgentLoop, "answer">,
  callId: string,
  answer: PersonAnswer,
): Promise<void> {
  if (loop.answer(callId, answer) === undefined) await sayThatNothingWaits();
}

/** The call was answered meanwhile, here or in another window, or shows another form. */
export async function sayThatNothingWaits(): Promise<void> {
  await showToast({
    style: Toast.Style.Failure,
    title: "This does not wait for your word any more",
    message: "The chat shows how it stands.",
  });
}
