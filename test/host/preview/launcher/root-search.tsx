import { useState, type ReactNode } from "react";
import { Action, ActionPanel, Icon, List } from "../../api";
import type { Command } from "../extension";
import { CommandRow, FallbackRow } from "./command-row";
import { ConfigureForm } from "./configure-form";
import { MacForm } from "./mac-form";
import type { LauncherServices } from "./services";

interface Props {
  readonly services: LauncherServices;
}

/** What is in the window when no command is: the commands, and what to do with a text that is none of their names. */
export function RootSearch({ services }: Props) {
  const [text, setText] = useState("");
  const { extension } = services;
  const wish = text.trim();
  return (
    <List
      navigationTitle="Preview Host"
      searchBarPlaceholder="Search for commands…"
      filtering={{ keepSectionOrder: true }}
      onSearchTextChange={setText}
    >
      <List.Section title="Commands">
        {extension.commands.map((command) => (
          <CommandRow key={command.name} services={services} command={command} />
        ))}
      </List.Section>
      <List.Section title="Settings">
        <SettingsRow
          title={`${extension.title} Preferences`}
          icon={Icon.Gear}
          target={<ConfigureForm services={services} />}
        />
        <SettingsRow title="This Mac" icon={Icon.Finder} target={<MacForm services={services} />} />
      </List.Section>
      {wish !== "" && (
        <List.Section title={`Use “${wish}” with…`}>
          {extension.commands.filter(takesFallback).map((command) => (
            <FallbackRow key={command.name} services={services} command={command} text={text} />
          ))}
        </List.Section>
      )}
    </List>
  );
}

const takesFallback = ({ mode }: Command) => mode === "view";

interface SettingsRowProps {
  readonly title: string;
  readonly icon: string;
  readonly target: ReactNode;
}

function SettingsRow({ title, icon, target }: SettingsRowProps) {
  return (
    <List.Item
      id={`settings:${title}`}
      title={title}
      icon={icon}
      keywords={["settings", "preferences"]}
      accessories={[{ text: "Settings" }]}
      actions={
        <ActionPanel title={title}>
          <Action.Push title={`Open ${title}`} icon={icon} target={target} />
        </ActionPanel>
      }
    />
  );
}
