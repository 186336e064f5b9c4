import { useCallback, useMemo, useState } from "react";
import type { ChatSnapshot } from "../../agent/chat/snapshot";
import type { ModelChoice } from "../../agent/ports/provider";
import type { Settings } from "../../settings";
import { currentSettings } from "../current-settings";
import { needsSetUp } from "../model-in-use";
import { orToast } from "../or-toast";
import { useModelChecks } from "../use-model-checks";
import { chooseModel } from "./choose-model";
import { modelSections, type ModelSection } from "./model-sections";
import type { OpenOrbit } from "./use-orbit";

/** What the window knows of models. */
export type WindowModels = {
  /**
   * Who answers in the open chat, or whom the person chose for new ones; undefined for what the preferences say. A choice
   * shows at once: it can take seconds until it is known who can answer.
   */
  shown: ModelChoice | undefined;
  preferencesTitle: string;
  sections: readonly ModelSection[];
  choose: (choice: ModelChoice | undefined) => void;
  /** Nobody can answer. False until that is known: what shows meanwhile must not jump for most, who have a model. */
  needsSetUp: boolean;
};

/** Asks the providers for their models as soon as the window has nothing else to do: nothing waits for that. */
export function useModels(
  open: OpenOrbit | undefined,
  { status, route }: Pick<ChatSnapshot, "status" | "route">,
): WindowModels {
  const [isFree, setIsFree] = useState(false);
  if (!isFree && open !== undefined && status !== "running") setIsFree(true);
  const { checks } = useModelChecks(isFree ? open?.orbit.models : undefined);

  const [chosen, setChosen] = useState<{ choice: ModelChoice | undefined }>();
  const choice = chosen === undefined ? open?.choice : chosen.choice;
  const [coming, setComing] = useState<{ choice: ModelChoice | undefined }>();
  const [settings] = useState(currentSettings);
  const sections = useMemo(
    () =>
      modelSections(
        checks,
        [route, choice].filter((kept) => kept !== undefined),
      ),
    [checks, route, choice],
  );
  const choose = useCallback(
    (next: ModelChoice | undefined) => {
      if (open === undefined) return;
      const asked = { choice: next };
      setComing(asked);
      const taken = chooseModel(open.orbit, next, () => setChosen(asked));
      void orToast(taken, "The model could not be chosen").finally(() =>
        setComing((before) => (before === asked ? undefined : before)),
      );
    },
    [open],
  );
  return {
    shown: coming !== undefined && status === "idle" ? coming.choice : (route ?? choice),
    preferencesTitle: titleOf(settings),
    sections,
    choose,
    needsSetUp: needsSetUp({ choice, preferred: settings.provider, checks }),
  };
}

function titleOf({ provider, anthropic, openai, claudeCode }: Settings): string {
  switch (provider) {
    case "automatic":
      return "Automatic";
    case "anthropic":
      return `Preferences: ${anthropic.model}`;
    case "claude-code":
      return `Preferences: ${claudeCode.model}`;
    case "openai":
      return openai.model === undefined ? "Preferences" : `Preferences: ${openai.model}`;
  }
}
