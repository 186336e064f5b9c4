import { Action, Icon, launchCommand, LaunchType, openExtensionPreferences } from "@raycast/api";
import { orToast } from "./or-toast";

/** Opens Orbit's page in Raycast's preferences. */
export function OpenPreferencesAction() {
  const open = () => orToast(openExtensionPreferences(), "The preferences could not be opened");
  return <Action title="Open Preferences" icon={Icon.Gear} onAction={open} />;
}

/** Opens the command that says how each provider stands. */
export function CheckSetupAction() {
  return (
    <Action title="Check Setup" icon={Icon.Heartbeat} onAction={() => openCommand("check-setup", "Check Setup")} />
  );
}

/** Opens the command in which a question is asked. */
export function AskOrbitAction() {
  return <Action title="Ask Orbit" icon={Icon.Stars} onAction={() => openCommand("ask-orbit", "Ask Orbit")} />;
}

function openCommand(name: string, title: string): Promise<void> {
  return orToast(launchCommand({ name, type: LaunchType.UserInitiated }), `${title} could not be opened`);
}
