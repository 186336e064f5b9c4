import { List } from "@raycast/api";
import { memo, useRef, useState } from "react";
import type { ModelChoice } from "../../agent/ports/provider";
import { PROVIDER_IDS, PROVIDER_TITLES } from "../provider-titles";
import type { ModelSection } from "./model-sections";

type ModelDropdownProps = {
  /** What shows as chosen; undefined for what the preferences say. */
  shown: ModelChoice | undefined;
  /** The preferences' choice in words. */
  preferencesTitle: string;
  sections: readonly ModelSection[];
  onChoose: (choice: ModelChoice | undefined) => void;
};

/** Who answers, and who else could, beside the search bar. Drawn again only where something of it changes. */
export const ModelDropdown = memo(function ModelDropdown(props: ModelDropdownProps) {
  const { shown, preferencesTitle, sections, onChoose } = props;
  const value = valueOf(shown);
  const [first] = useState(value);
  const [drawnAt] = useState(() => performance.now());
  const wasTold = useRef(false);

  const onChange = (chosen: string) => {
    const msSince = performance.now() - drawnAt;
    const isChosen = isChoice(chosen, { shown: value, first, wasTold: wasTold.current, msSince });
    wasTold.current = true;
    if (isChosen) onChoose(choiceOf(chosen));
  };

  return (
    <List.Dropdown tooltip="Model" value={value} onChange={onChange}>
      <List.Dropdown.Item title={preferencesTitle} value={PREFERENCES} />
      {sections.map(({ provider, models }) => (
        <List.Dropdown.Section key={provider} title={PROVIDER_TITLES[provider]}>
          {models.map((model) => (
            <List.Dropdown.Item
              key={model}
              title={model}
              value={valueOf({ provider, model })}
              keywords={[PROVIDER_TITLES[provider]]}
            />
          ))}
        </List.Dropdown.Section>
      ))}
    </List.Dropdown>
  );
});

/** What a menu shows by now, showed at first and how long ago that was, and whether it was told anything yet. */
type MenuState = { shown: string; first: string; wasTold: boolean; msSince: number };

/** Nobody opens a menu and chooses from it faster. */
const TOLD_WITHIN_MS = 2_000;

/**
 * Whether the person chose what Raycast tells. It tells what the menu showed at first, too, some time after it was drawn,
 * and by then a question may have been sent and the menu show who answers. Should it not tell, that can still be chosen.
 */
export function isChoice(told: string, { shown, first, wasTold, msSince }: MenuState): boolean {
  return told !== shown && (wasTold || told !== first || msSince > TOLD_WITHIN_MS);
}

const PREFERENCES = "preferences";

/** A provider's id holds no colon, so the first one ends it. */
function valueOf(choice: ModelChoice | undefined): string {
  return choice === undefined ? PREFERENCES : `${choice.provider}:${choice.model}`;
}

function choiceOf(value: string): ModelChoice | undefined {
  const provider = PROVIDER_IDS.find((id) => value.startsWith(`${id}:`));
  return provider && { provider, model: value.slice(provider.length + 1) };
}
