import { ActionPanel, Icon, List } from "@raycast/api";
import { useMemo, useState } from "react";
import { openModels, type OpenModels } from "../../models/open-models";
import { isSameModel } from "../model-in-use";
import { PROVIDER_TITLES } from "../provider-titles";
import { raycastHost } from "../raycast-host";
import { ModelItem, modelRowId } from "./model-item";
import { ProviderItem, providerRowId } from "./provider-item";
import { providerSections } from "./provider-sections";
import { CheckAgainAction, UseAnotherAction } from "./row-actions";
import { useFirstMatch } from "./use-first-match";
import { useSetup } from "./use-setup";

/** Models of each provider that are drawn at first; scrolling to the end brings as many more. */
const PAGE_SIZE = 50;

/** Check Setup, on the preferences and the database of Raycast. */
export default function CheckSetup() {
  return <SetupList open={open} />;
}

const open = () => openModels(raycastHost());

/** How each provider stands, what to do next, and the models to choose from. */
export function SetupList(props: { open: () => Promise<OpenModels> }) {
  const { setup, checks, isChecking, inUse } = useSetup(props.open);
  const [query, setQuery] = useState("");
  const [most, setMost] = useState(PAGE_SIZE);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const { sections, hasMore } = useMemo(
    () => providerSections({ checks, inUse, query: query.trim(), most }),
    [checks, inUse, query, most],
  );

  const type = (text: string) => {
    setQuery(text);
    setMost(PAGE_SIZE);
  };

  const ids = sections.flatMap(({ showsState, provider, models }) => [
    ...(showsState ? [providerRowId({ provider })] : []),
    ...models.map((model) => modelRowId(provider, model)),
  ]);
  const selectedItemId = useFirstMatch(query, ids[0]);

  return (
    <List
      filtering={false}
      onSearchTextChange={type}
      searchBarPlaceholder="Search models…"
      isLoading={isChecking}
      isShowingDetail
      onSelectionChange={setSelectedId}
      {...(selectedItemId !== undefined && { selectedItemId })}
      pagination={{ pageSize: PAGE_SIZE, hasMore, onLoadMore: () => setMost((before) => before + PAGE_SIZE) }}
    >
      <List.EmptyView
        icon={Icon.MagnifyingGlass}
        title={isChecking ? "Checking…" : `No model called "${query.trim()}" is listed`}
        description={
          isChecking
            ? "Not all providers have listed their models yet."
            : "It can be used all the same where the provider has it."
        }
        actions={
          <ActionPanel>
            <UseAnotherAction setup={setup} provider={inUse?.provider ?? "openai"} model={query.trim()} />
            <CheckAgainAction title="Check Again" setup={setup} />
          </ActionPanel>
        }
      />
      {sections.map((section) => (
        <List.Section key={section.provider} title={PROVIDER_TITLES[section.provider]}>
          {section.showsState && (
            <ProviderItem
              setup={setup}
              section={section}
              inUse={inUse}
              isSelected={providerRowId(section) === selectedId}
            />
          )}
          {section.models.map((model) => (
            <ModelItem
              key={model.id}
              setup={setup}
              provider={section.provider}
              model={model}
              isInUse={isSameModel(inUse, { provider: section.provider, model: model.id })}
              isSelected={modelRowId(section.provider, model) === selectedId}
            />
          ))}
        </List.Section>
      ))}
    </List>
  );
}
