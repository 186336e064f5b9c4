import { showToast, Toast } from "@raycast/api";
import type { AgentLoop, NotSent } from "../../agent/loop";

/**
 * Sends a question, or lets it wait for its turn. False where it was not taken: a toast then says what helps, and the text
 * should stay.
 */
export function ask(loop: AgentLoop, question: string): boolean {
  const sent = loop.send(question);
  if (sent.type !== "not_sent") return true;
  void showToast({ style: Toast.Style.Failure, ...refusal(sent) });
  return false;
}

function refusal(notSent: NotSent): { title: string; message: string } {
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
    case "too_many":
      return { title: "Too many questions wait", message: `Up to ${notSent.maxQueued} can. Withdraw one first.` };
    case "elsewhere":
      return { title: "Another window is at work in this chat", message: "Wait for it, or start a new chat." };
  }
}
