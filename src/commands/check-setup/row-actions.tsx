import { Action, ActionPanel, Icon, Keyboard } from "@raycast/api";
import type { ReactNode } from "react";
import type { ProviderId } from "../../agent/history/messages";
import { OpenPreferencesAction } from "../setup-actions";
import { ModelForm } from "./model-form";
import type { Setup } from "./setup";

type RowActionsProps = {
  setup: Setup;
  provider: ProviderId;
  /** The actions of the row itself. */
  own: ReactNode;
  /** False where they are among the row's own. */
  offersPreferences?: boolean;
  offersCheck?: boolean;
};

/** The actions of a row, in one order everywhere: its own, then those of the whole setup. */
export function RowActions({ setup, provider, own, offersPreferences = true, offersCheck = true }: RowActionsProps) {
  return (
    <ActionPanel>
      <ActionPanel.Section>{own}</ActionPanel.Section>
      <ActionPanel.Section>
        <UseAnotherAction setup={setup} provider={provider} />
        {setup.choice !== undefined && <UsePreferencesAction setup={setup} />}
      </ActionPanel.Section>
      <ActionPanel.Section>
        {offersCheck && <CheckAgainAction title="Check Again" setup={setup} />}
        {offersPreferences && <OpenPreferencesAction />}
      </ActionPanel.Section>
    </ActionPanel>
  );
}

/** Asks every provider anew. */
export function CheckAgainAction({ title, setup }: { title: string; setup: Setup }) {
  return (
    <Action
      title={title}
      icon={Icon.ArrowClockwise}
      shortcut={Keyboard.Shortcut.Common.Refresh}
      onAction={setup.checkAgain}
    />
  );
}

type UseAnotherActionProps = { setup: Setup; provider: ProviderId; model?: string };

/** Takes a model by its name: no list has all that a server can answer with. */
export function UseAnotherAction({ setup, provider, model = "" }: UseAnotherActionProps) {
  return (
    <Action.Push
      title="Use Another Model…"
      icon={Icon.Pencil}
      shortcut={Keyboard.Shortcut.Common.New}
      target={<ModelForm setup={setup} provider={provider} model={model} />}
    />
  );
}

function UsePreferencesAction({ setup }: { setup: Setup }) {
  const title = setup.preferred === "automatic" ? "Use Automatic" : "Use Model in Preferences";
  return <Action title={title} icon={Icon.Undo} onAction={() => setup.choose(undefined)} />;
}
