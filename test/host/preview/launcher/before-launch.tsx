import { useState, type ReactElement } from "react";
import { commandNamed, type Command } from "../extension";
import type { LaunchRequest } from "../launch-request";
import { missingPreferences } from "../preferences";
import { ArgumentsForm } from "./arguments-form";
import { PreferencesForm } from "./preferences-form";
import type { LauncherServices } from "./services";

interface Props {
  readonly services: LauncherServices;
  readonly request: LaunchRequest;
  readonly command: Command;
}

/**
 * What a person has to fill in before a command can start: its required preferences, then its required arguments.
 * Undefined where nothing is missing, and for a command that the extension does not have.
 */
export function beforeLaunch(services: LauncherServices, request: LaunchRequest): ReactElement | undefined {
  const command = commandNamed(services.extension, request.command);
  if (!command) return undefined;
  const lacksPreference = missingPreferences(services.extension, command, services.preferences()).length > 0;
  if (!lacksPreference && !lacksArgument(command, request)) return undefined;
  return <BeforeLaunch services={services} request={request} command={command} />;
}

/** Whether an argument that the command requires is not there. What was typed into the root search counts as one. */
const lacksArgument = (command: Command, { arguments: given, fallbackText }: LaunchRequest): boolean =>
  fallbackText === undefined && command.arguments.some(({ name, required }) => required && !given[name]);

function BeforeLaunch({ services, request, command }: Props) {
  const [missing, setMissing] = useState(() => missingPreferences(services.extension, command, services.preferences()));
  if (missing.length === 0) {
    const launch = (given: Record<string, string>) => services.launch({ ...request, arguments: given });
    return <ArgumentsForm command={command} given={request.arguments} onSubmit={launch} />;
  }
  return (
    <PreferencesForm
      services={services}
      title={command.title}
      states={missing}
      note={`${command.title} cannot start before ${missing.length === 1 ? "this is" : "these are"} set.`}
      submitTitle="Continue"
      onSaved={() => {
        if (lacksArgument(command, request)) setMissing([]);
        else services.launch(request);
      }}
    />
  );
}
