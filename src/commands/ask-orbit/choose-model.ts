import { showToast, Toast } from "@raycast/api";
import type { ModelChoice } from "../../agent/ports/provider";
import type { Orbit } from "../../compose";

/**
 * Takes the model for new chats, says when that is done, and moves the open chat to it. A chat that stays with its model
 * says so: something goes on or waits in it, and no answer changes hands under way, or it has that model already.
 */
export async function chooseModel(
  { loop, models }: Pick<Orbit, "loop" | "models">,
  choice: ModelChoice | undefined,
  onTaken: () => void,
): Promise<void> {
  await models.choose(choice);
  onTaken();
  const { status, isElsewhere, route } = loop.snapshot();
  if (status === "idle" && !isElsewhere) {
    const ended = await loop.switchProvider(choice);
    // The chat says where it went, or why it could not.
    if (ended !== undefined || loop.snapshot().route?.id !== route?.id) return;
  }
  // Without a route, the menu shows whom the first question goes to.
  if (route === undefined) return;
  await showToast({
    style: Toast.Style.Success,
    title: `New chats start with ${choice?.model ?? "what the preferences say"}`,
    message: `This one goes on with ${route.model}.`,
  });
}
