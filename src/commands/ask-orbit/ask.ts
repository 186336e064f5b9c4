import { showToast, Toast } from "@raycast/api";
import type { RunStatus } from "../../agent/chat/event-channel";
import type { AgentLoop, NotSent } from "../../agent/loop";

/** Sends a question. False where it was not taken: a toast then says what helps, and the text should stay. */
export function ask(loop: AgentLoop, question: string): boolean {
  const sent = loop.send(question);
  if (sent.type === "sent") return true;
  void showToast({ style: Toast.Style.Failure, ...refusal(sent, loop.snapshot().status) });
  return false;
}

function refusal(notSent: NotSent, status: RunStatus): { title: string; message: string } {
  switch (notSent.reason) {
    case "empty":
      return { title: "Nothing to ask yet", message: "Type a question first." };
    case "too_long": {
      const most = notSent.maxLength.toLocaleString("en");
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
