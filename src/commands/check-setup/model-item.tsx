import { Action, Color, Icon, Keyboard, List } from "@raycast/api";
import { memo } from "react";
import type { ProviderId } from "../../agent/history/messages";
import type { ModelInfo } from "../../models/open-models";
import { PROVIDER_TITLES } from "../provider-titles";
import { AskOrbitAction } from "../setup-actions";
import { RowActions } from "./row-actions";
import type { Setup } from "./setup";

type ModelItemProps = {
  setup: Setup;
  provider: ProviderId;
  model: ModelInfo;
  /** New chats start with it. */
  isInUse: boolean;
  isSelected: boolean;
};

/** A model of a provider. Drawn again only where something of it changed: there can be hundreds. */
export const ModelItem = memo(function ModelItem({ setup, provider, model, isInUse, isSelected }: ModelItemProps) {
  const use = () => setup.choose({ provider, model: model.id });
  return (
    <List.Item
      id={modelRowId(provider, model)}
      icon={isInUse ? { source: Icon.CheckCircle, tintColor: Color.Green } : Icon.Circle}
      title={model.id}
      accessories={accessories(model, isInUse)}
      detail={
        isSelected && <List.Item.Detail metadata={<Facts provider={provider} model={model} isInUse={isInUse} />} />
      }
      actions={
        <RowActions
          setup={setup}
          provider={provider}
          own={
            <>
              {isInUse ? <AskOrbitAction /> : <Action title="Use This Model" icon={Icon.CheckCircle} onAction={use} />}
              <Action.CopyToClipboard
                title="Copy Name"
                content={model.id}
                shortcut={Keyboard.Shortcut.Common.CopyName}
              />
            </>
          }
        />
      }
    />
  );
});

/** The id of a model's row. */
export function modelRowId(provider: ProviderId, { id }: ModelInfo): string {
  return `model:${provider}:${id}`;
}

function accessories({ canUseTools, canSee }: ModelInfo, isInUse: boolean): List.Item.Accessory[] {
  return [
    ...(isInUse ? [{ tag: { value: "In Use", color: Color.Green }, tooltip: "New chats start with it" }] : []),
    ...(canUseTools === false ? [{ tag: "No Tools", tooltip: "Not able to use tools" }] : []),
    ...(canUseTools === true ? [{ icon: Icon.Hammer, tooltip: "Can use tools" }] : []),
    ...(canSee === true ? [{ icon: Icon.Eye, tooltip: "Sees images" }] : []),
  ];
}

function Facts({ provider, model, isInUse }: Pick<ModelItemProps, "provider" | "model" | "isInUse">) {
  const { Label } = List.Item.Detail.Metadata;
  return (
    <List.Item.Detail.Metadata>
      <Label title="Model" text={model.id} />
      <Label title="Provider" text={PROVIDER_TITLES[provider]} />
      <Label title="Tools" text={known(model.canUseTools, "Can use them", "Not able to use them")} />
      <Label title="Images" text={known(model.canSee, "Sees them", "Does not see them")} />
      {isInUse && <Label title="In Use" text="New chats start with it" />}
    </List.Item.Detail.Metadata>
  );
}

function known(fact: boolean | undefined, yes: string, no: string): string {
  if (fact === undefined) return "The server does not say";
  return fact ? yes : no;
}
