import { showToast, Toast } from "@raycast/api";
import type { RunStatus } from "../../agent/chat/event-channel";
import { DEFAULT_LIMITS } from "../../agent/limits";
import type { AgentLoop, SendOutcome } from "../../agent/loop";

/** Sends a question. False where it was not taken: a toast then says what helps, and the text should stay. */
export function ask(loop: AgentLoop, question: string): boolean {
  const before = loop.snapshot().status;
  const sent = loop.send(question);
  // The outcome comes when the run ends; that it began shows at once.
  if (before === "idle" && loop.snapshot().status === "running") return true;
  void sent.then((outcome) => refuse(outcome, before));
  return false;
}

async function refuse(outcome: SendOutcome, status: RunStatus): Promise<void> {
  if (outcome.type !== "not_sent") return;
  await showToast({ style: Toast.Style.Failure, ...refusal(outcome.reason, status) });
}

function refusal(
  reason: Extract<SendOutcome, { type: "not_sent" }>["reason"],
  status: RunStatus,
): { title: string; message: string } {
  switch (reason) {
    case "empty":
      return { title: "Nothing to ask yet", message: "Type a question first." };
    case "too_long": {
      const most = DEFAULT_LIMITS.maxQuestionLength.toLocaleString("en");
      return {
        title: "The question is too long",
        message: `It can have ${most} characters. Save the text as a file and ask about that.`,
      };
    }
    case "busy":
      return status === "awaiting_approval"
        ? { title: "Orbit needs your word first", message: "Review what it wants to do, or stop it with ⌘." }
        : { title: "Orbit is still at work", message: "Wait for the answer, or stop it with ⌘." };
  }
}
