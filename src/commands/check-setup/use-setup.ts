import { showToast, Toast } from "@raycast/api";
import { useMemo, useState } from "react";
import type { ModelChoice } from "../../agent/ports/provider";
import type { OpenModels, ProviderCheck } from "../../models/open-models";
import { currentSettings } from "../current-settings";
import { modelInUse } from "../model-in-use";
import { orToast } from "../or-toast";
import { PROVIDER_IDS } from "../provider-titles";
import { useModelChecks } from "../use-model-checks";
import type { Setup } from "./setup";
import { useOpenModels } from "./use-open-models";

/** All that the window shows, as far as it is known by now. */
export type SetupState = {
  setup: Setup;
  checks: readonly ProviderCheck[];
  isChecking: boolean;
  /** The model that new chats start with. */
  inUse: ModelChoice | undefined;
};

/** Opens the models with `open`, asks every provider, and takes the person's choice. */
export function useSetup(open: () => Promise<OpenModels>): SetupState {
  const opened = useOpenModels(open);
  const { checks, isChecking, checkAgain } = useModelChecks(opened?.models);
  const [chosen, setChosen] = useState<{ choice: ModelChoice | undefined }>();
  const choice = chosen === undefined ? opened?.choice : chosen.choice;
  const preferred = currentSettings().provider;

  const setup = useMemo((): Setup => {
    const choose = async (next: ModelChoice | undefined) => {
      if (opened === undefined) return;
      await opened.models.choose(next);
      if (!opened.closed.aborted) setChosen({ choice: next });
      const title = `New chats start with ${next?.model ?? "what the preferences say"}`;
      await showToast({ style: Toast.Style.Success, title });
    };
    return {
      choice,
      preferred,
      usable: PROVIDER_IDS.filter((provider) => !isUnsupported(provider, checks)),
      choose: (next) => orToast(choose(next), "The model could not be chosen"),
      checkAgain,
    };
  }, [opened, choice, preferred, checks, checkAgain]);

  return { setup, checks, isChecking, inUse: modelInUse({ choice, preferred, checks }) };
}

function isUnsupported(provider: ProviderCheck["provider"], checks: readonly ProviderCheck[]): boolean {
  const state = checks.find((check) => check.provider === provider)?.state;
  return state?.type === "failed" && state.detail.type === "not_supported_yet";
}
