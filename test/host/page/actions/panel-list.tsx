import type { ShownEntry, ShownSection } from "./panel-entries";
import { PanelRow } from "./panel-row";

interface PanelListProps {
  readonly label: string;
  readonly sections: readonly ShownSection[];
  readonly selected: ShownEntry | undefined;
  readonly isLoading: boolean;
  readonly onHover: (entry: ShownEntry) => void;
  readonly onChoose: (entry: ShownEntry) => void;
}

/** The element that holds the entries. */
export const PANEL_LIST_ID = "panel-entries";

/** The entries of the panel, in their sections. */
export function PanelList({ label, sections, selected, isLoading, onHover, onChoose }: PanelListProps) {
  return (
    <div class="panel-entries" role="listbox" id={PANEL_LIST_ID} aria-label={label}>
      {sections.map((section, index) => (
        <div key={index} class="panel-section" role="group" aria-label={section.title}>
          {section.title !== "" && <div class="panel-section-title">{section.title}</div>}
          {section.entries.map((entry) => (
            <PanelRow
              key={entry.id}
              entry={entry}
              isSelected={entry === selected}
              onHover={() => onHover(entry)}
              onChoose={() => onChoose(entry)}
            />
          ))}
        </div>
      ))}
      {sections.every(({ entries }) => entries.length === 0) && (
        <div class="panel-none">{isLoading ? "Loading…" : "No results"}</div>
      )}
    </div>
  );
}
