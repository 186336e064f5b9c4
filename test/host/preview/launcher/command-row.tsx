import { useSyncExternalStore } from "react";
import { Action, ActionPanel, Icon, Keyboard, LaunchType, List, useNavigation } from "../../api";
import { deeplinkTo } from "../deeplink";
import type { Command, Extension } from "../extension";
import type { LaunchRequest } from "../launch-request";
import { ArgumentsForm } from "./arguments-form";
import { beforeLaunch } from "./before-launch";
import { ConfigureForm } from "./configure-form";
import type { LauncherServices } from "./services";

interface CommandProps {
  readonly services: LauncherServices;
  readonly command: Command;
}

/** The row of a command, which opens it. */
export function CommandRow({ services, command }: CommandProps) {
  const { extension } = services;
  const open = useOpen(services);
  const ownSubtitle = useSyncExternalStore(services.subscribe, () => services.subtitleOf(command));
  const isActive = useSyncExternalStore(services.subscribe, () => services.isActive(command));
  const request = { command: command.name, arguments: {}, launchType: LaunchType.UserInitiated };
  const askForArguments = (
    <ArgumentsForm command={command} given={{}} onSubmit={(given) => open({ ...request, arguments: given })} />
  );
  const mayHaveArguments = command.arguments.length > 0 && !command.arguments.some(({ required }) => required);
  return (
    <List.Item
      id={`command:${command.name}`}
      title={command.title}
      subtitle={ownSubtitle ?? command.subtitle ?? extension.title}
      icon={iconOf(extension, command)}
      keywords={[...command.keywords, extension.title]}
      accessories={[{ text: command.mode === "menu-bar" ? "Menu Bar Command" : "Command" }]}
      actions={
        <ActionPanel title={command.title}>
          <Action title="Open Command" icon={Icon.Terminal} onAction={() => open(request)} />
          {mayHaveArguments && (
            <Action.Push title="Open with Arguments…" icon={Icon.TextInput} target={askForArguments} />
          )}
          <ActionPanel.Section>
            <Action.Push
              title="Configure Command…"
              icon={Icon.Gear}
              shortcut={{ modifiers: ["cmd", "shift"], key: "," }}
              target={<ConfigureForm services={services} command={command} />}
            />
            <Action.CopyToClipboard
              title="Copy Deeplink"
              icon={Icon.Link}
              shortcut={Keyboard.Shortcut.Common.CopyDeeplink}
              content={deeplinkTo(extension, command)}
            />
            {isActive && (
              <Action
                title="Deactivate Command"
                icon={Icon.MinusCircle}
                onAction={() => services.deactivate(command)}
              />
            )}
          </ActionPanel.Section>
        </ActionPanel>
      }
    />
  );
}

/** The row that opens a command with what is typed into the search. */
export function FallbackRow({ services, command, text }: CommandProps & { readonly text: string }) {
  const open = useOpen(services);
  const request = {
    command: command.name,
    arguments: {},
    fallbackText: text,
    launchType: LaunchType.UserInitiated,
  };
  return (
    <List.Item
      id={`fallback:${command.name}`}
      title={command.title}
      subtitle={services.extension.title}
      icon={iconOf(services.extension, command)}
      // It matches whatever is typed.
      keywords={[text]}
      accessories={[{ text: "Fallback Command" }]}
      actions={
        <ActionPanel title={command.title}>
          <Action title="Open Command" icon={Icon.Terminal} onAction={() => open(request)} />
        </ActionPanel>
      }
    />
  );
}

const iconOf = (extension: Extension, command: Command) => command.icon ?? extension.icon;

/** Launches a command, after the form for what it lacks where it lacks something. */
function useOpen(services: LauncherServices): (request: LaunchRequest) => void {
  const { push } = useNavigation();
  return (request) => {
    const form = beforeLaunch(services, request);
    if (form) push(form);
    else services.launch(request);
  };
}
