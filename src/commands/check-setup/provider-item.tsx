import { Action, Color, Icon, List, type Image } from "@raycast/api";
import type { ProviderCheck } from "../../models/open-models";
import type { ModelChoice } from "../../agent/ports/provider";
import { answerMarkdown } from "../ask-orbit/markdown";
import { isSameModel } from "../model-in-use";
import { PROVIDER_TITLES } from "../provider-titles";
import { AskOrbitAction, OpenPreferencesAction } from "../setup-actions";
import type { ProviderSection } from "./provider-sections";
import { providerStatus, type NextStep } from "./provider-status";
import { CheckAgainAction, RowActions } from "./row-actions";
import type { Setup } from "./setup";

type ProviderItemProps = {
  setup: Setup;
  section: ProviderSection;
  inUse: ModelChoice | undefined;
  isSelected: boolean;
};

/** How a provider stands; its first action is what to do next. */
export function ProviderItem({ setup, section, inUse, isSelected }: ProviderItemProps) {
  const { provider, check } = section;
  const ready = readyModel(check);
  const { title, text, steps } = providerStatus(check, ready !== undefined && isSameModel(ready, inUse));
  return (
    <List.Item
      id={providerRowId(section)}
      icon={iconOf(check)}
      title={title}
      detail={
        isSelected && (
          <List.Item.Detail
            markdown={`### ${PROVIDER_TITLES[provider]}\n\n${answerMarkdown(text)}`}
            metadata={check && <Facts check={check} />}
          />
        )
      }
      actions={
        <RowActions
          setup={setup}
          provider={provider}
          own={steps.map((step) => (
            <StepAction key={step} step={step} setup={setup} ready={ready} />
          ))}
          offersPreferences={!steps.includes("open_preferences")}
          offersCheck={!steps.includes("try_again")}
        />
      }
    />
  );
}

/** The id of a provider's row. */
export function providerRowId({ provider }: Pick<ProviderSection, "provider">): string {
  return `provider:${provider}`;
}

function readyModel(check: ProviderCheck | undefined): ModelChoice | undefined {
  return check?.state.type === "ready" ? { provider: check.provider, model: check.state.model } : undefined;
}

const NOTHING_WRONG = { source: Icon.MinusCircle, tintColor: Color.SecondaryText };

function iconOf(check: ProviderCheck | undefined): Image.ImageLike {
  switch (check?.state.type) {
    case undefined:
      return Icon.CircleProgress;
    case "ready":
      return { source: Icon.CheckCircle, tintColor: Color.Green };
    case "not_set_up":
      return NOTHING_WRONG;
    case "failed":
      if (check.state.detail.type === "not_supported_yet") return NOTHING_WRONG;
      return { source: Icon.XMarkCircle, tintColor: Color.Red };
  }
}

function Facts({ check: { recipient, state, models } }: { check: ProviderCheck }) {
  const { Label } = List.Item.Detail.Metadata;
  return (
    <List.Item.Detail.Metadata>
      {state.type === "ready" && <Label title="Model" text={state.model} />}
      {state.type === "ready" && <Label title="Answered By" text={recipient} />}
      {models.length > 0 && <Label title="Models Listed" text={models.length.toLocaleString("en")} />}
    </List.Item.Detail.Metadata>
  );
}

type StepActionProps = { step: NextStep; setup: Setup; ready: ModelChoice | undefined };

function StepAction({ step, setup, ready }: StepActionProps) {
  switch (step) {
    case "ask":
      return <AskOrbitAction />;
    case "use":
      return <Action title="Use This Provider" icon={Icon.CheckCircle} onAction={() => setup.choose(ready)} />;
    case "open_preferences":
      return <OpenPreferencesAction />;
    case "try_again":
      return <CheckAgainAction title="Try Again" setup={setup} />;
    case "get_key":
      return <Action.OpenInBrowser title="Get an API Key" url="https://console.anthropic.com/settings/keys" />;
    case "get_ollama":
      return <Action.OpenInBrowser title="Download Ollama" url="https://ollama.com/download" />;
  }
}
