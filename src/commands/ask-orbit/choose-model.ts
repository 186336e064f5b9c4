import { showToast, Toast } from "@raycast/api";
import type { ModelChoice } from "../../agent/ports/provider";
import type { Orbit } from "../../compose";
import { orToast } from "../or-toast";

/**
 * Takes the model for new chats, says when that is done, and moves the open chat to it. A chat in which something goes on
 * or waits stays with its model, and a toast says so: no answer changes hands under way.
 */
export async function chooseModel(
  { loop, models }: Orbit,
  choice: ModelChoice | undefined,
  onTaken: () => void,
): Promise<void> {
  await models.choose(choice);
  onTaken();
  const { header, status, isElsewhere, route } = loop.snapshot();
  if (header === undefined) return;
  if (status === "idle" && !isElsewhere) {
    await orToast(loop.switchProvider(choice), "The model could not be switched");
    return;
  }
  await showToast({
    style: Toast.Style.Success,
    title: `New chats start with ${choice?.model ?? "what the preferences say"}`,
    message: route === undefined ? "This one goes on as it is." : `This one goes on with ${route.model}.`,
  });
}
