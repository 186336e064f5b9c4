import { openExtensionPreferences, showToast, Toast } from "@raycast/api";
import type { RunStatus } from "../../agent/chat/event-channel";
import type { AgentLoop } from "../../agent/loop";
import { failureNotice } from "../../agent/notices";

/** What rows and their actions need of the open chat. */
export type Chat = {
  loop: AgentLoop;
  /** Absolute; result cards hold paths below it as `~/…`. */
  homeFolder: string;
  status: RunStatus;
  /** Whether Try Again would do anything now. */
  canRetry: boolean;
  ask: (question: string) => void;
  /** Shows or hides the rows of an earlier request. */
  toggleDetails: (requestId: string) => void;
};

/** Leaves the chat for an empty one. */
export function startNewChat(loop: AgentLoop): Promise<void> {
  return orToast(loop.newChat(), "The chat could not be closed");
}

/** Ends the run, or the waiting for a word. */
export function stop(loop: AgentLoop): Promise<void> {
  return orToast(loop.stop(), "The request could not be stopped");
}

/** Runs the newest request again. How that ends is seen in the chat. */
export function retry(loop: AgentLoop): Promise<void> {
  return orToast(loop.retry(), "The request could not be tried again");
}

/** Opens Orbit's page in Raycast's preferences. */
export function openPreferences(): Promise<void> {
  return orToast(openExtensionPreferences(), "The preferences could not be opened");
}

async function orToast(work: Promise<unknown> | undefined, title: string): Promise<void> {
  try {
    await work;
  } catch (error) {
    await showToast({ style: Toast.Style.Failure, title, message: failureNotice(error).text });
  }
}
