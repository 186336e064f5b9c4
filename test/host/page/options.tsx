import { useEffect, useRef } from "preact/hooks";
import type { Icon } from "../frame/frame";
import { IconView } from "./icon";
import { KeyCaps, spokenKeys } from "./key-caps";
import "./options.css";

/** What is drawn of something to choose. */
export interface Option {
  readonly id: string;
  readonly title: string;
  readonly icon?: Icon | undefined;
  readonly shortcuts?: readonly (readonly string[])[];
  readonly isDestructive?: boolean;
  /** The sign at its end: it is what was chosen before, or it leads on to others. */
  readonly mark?: "check-16" | "chevron-right-16" | undefined;
}

interface OptionListProps {
  /** Of its element, which the input above or below it controls. */
  readonly id: string;
  readonly label: string;
  readonly sections: readonly { readonly title: string; readonly options: readonly Option[] }[];
  /** The id of the one that Return chooses. */
  readonly selected: string | undefined;
  readonly isLoading: boolean;
  readonly onHover: (id: string) => void;
  readonly onChoose: (id: string) => void;
}

/** The element of an option, which the input names as the active one. Without spaces, which would make two of it. */
export const optionElement = (list: string, id: string): string => `${list} ${id}`.replace(/\s/g, "·");

/** What can be chosen in a popover or panel, in sections. The keys are those of the input beside it. */
export function OptionList({ id: list, label, sections, selected, isLoading, onHover, onChoose }: OptionListProps) {
  return (
    <div class="options" role="listbox" id={list} aria-label={label}>
      {sections.map(({ title, options }, index) => (
        <div key={index} class="options-section" role="group" aria-label={title}>
          {title !== "" && <div class="options-title">{title}</div>}
          {options.map((option) => (
            <OptionRow
              key={option.id}
              elementId={optionElement(list, option.id)}
              option={option}
              isSelected={option.id === selected}
              onHover={() => onHover(option.id)}
              onChoose={() => onChoose(option.id)}
            />
          ))}
        </div>
      ))}
      {sections.every(({ options }) => options.length === 0) && (
        <div class="options-none">{isLoading ? "Loading…" : "No results"}</div>
      )}
    </div>
  );
}

interface OptionRowProps {
  readonly elementId: string;
  readonly option: Option;
  readonly isSelected: boolean;
  readonly onHover: () => void;
  readonly onChoose: () => void;
}

function OptionRow({ elementId, option, isSelected, onHover, onChoose }: OptionRowProps) {
  const rowRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSelected) rowRef.current?.scrollIntoView({ block: "nearest" });
  }, [isSelected]);
  const { title, icon, shortcuts = [], isDestructive = false, mark } = option;
  return (
    <div
      ref={rowRef}
      id={elementId}
      class={`option${isSelected ? " is-selected" : ""}${isDestructive ? " is-destructive" : ""}`}
      role="option"
      aria-selected={isSelected}
      aria-checked={mark === "check-16" ? true : undefined}
      aria-keyshortcuts={shortcuts.map(spokenKeys).join(" ")}
      onPointerMove={isSelected ? undefined : onHover}
      onClick={onChoose}
    >
      {icon !== undefined && <IconView icon={icon} />}
      <span class="option-title one-line">{title}</span>
      {shortcuts.map((keys) => (
        <KeyCaps key={keys.join("")} keys={keys} />
      ))}
      {mark !== undefined && <IconView icon={{ kind: "symbol", name: mark }} />}
    </div>
  );
}
