import type { RefObject } from "preact";
import { useId, useLayoutEffect, useState } from "preact/hooks";
import type { Choice, ChoiceSection } from "../frame/frame";
import { matchingSections, movedIndex } from "./choices";
import { OptionList, optionElement, type Option } from "./options";
import { Popover } from "./popover";
import "./choice-popover.css";

interface ChoicePopoverProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly align: "start" | "end";
  readonly isAnchorWide?: boolean;
  readonly label: string;
  readonly placeholder: string;
  readonly sections: readonly ChoiceSection[];
  readonly isLoading: boolean;
  readonly filters: boolean;
  /** What was typed to open it. */
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly isChosen: (value: string) => boolean;
  /** The popover stays open: who opened it closes it. */
  readonly onChoose: (value: string) => void;
  /** Backspace with nothing typed. */
  readonly onBackspace?: () => void;
  readonly onClose: () => void;
}

/** Choices to search and pick from, by keyboard or mouse. */
export function ChoicePopover(props: ChoicePopoverProps) {
  const { sections, filters, typed, isChosen, onChoose, onClose } = props;
  const shown = filters ? matchingSections(sections, typed) : sections;
  const choices = shown.flatMap((section) => section.choices);
  const [selected, setSelected] = useState(() => choices.find(({ value }) => isChosen(value))?.value);
  const index = Math.max(
    choices.findIndex(({ value }) => value === selected),
    0,
  );
  const active = choices[index]?.value;
  const listId = useId();

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const moved = movedIndex(index, event.key, choices.length);
    if (moved !== undefined) setSelected(choices[moved]?.value);
    else if (event.key === "Enter") {
      if (active !== undefined) onChoose(active);
    } else if (event.key === "Escape" || event.key === "Tab") onClose();
    else if (event.key === "Backspace" && typed === "") props.onBackspace?.();
    else return;
    if (event.key !== "Tab") event.preventDefault();
  };
  const option = ({ value, title, icon }: Choice): Option => ({
    id: value,
    title,
    icon,
    mark: isChosen(value) ? "check-16" : undefined,
  });

  return (
    <Popover
      anchor={props.anchor}
      align={props.align}
      isAnchorWide={props.isAnchorWide ?? false}
      label={props.label}
      onClose={onClose}
    >
      <div class="choice-popover">
        <input
          class="choice-search"
          value={typed}
          placeholder={props.placeholder}
          aria-label={props.label}
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={active === undefined ? undefined : optionElement(listId, active)}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => {
            setSelected(undefined);
            props.onType(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
        />
        {props.isLoading && <div class="loading choice-loading" />}
        <OptionList
          id={listId}
          label={props.label}
          sections={shown.map(({ title, choices: options }) => ({ title, options: options.map(option) }))}
          selected={active}
          isLoading={props.isLoading}
          onHover={setSelected}
          onChoose={onChoose}
        />
      </div>
    </Popover>
  );
}

/**
 * What a key on a closed field opens its popover with: nothing typed for Return, Space and the arrow down, else the
 * letter. Undefined for a key that does not open it.
 */
export function openingText(event: KeyboardEvent): string | undefined {
  if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return undefined;
  if (event.key === "Enter" || event.key === " " || event.key === "ArrowDown") return "";
  return event.key.length === 1 ? event.key : undefined;
}

/** Keeps the text typed into a popover, which starts anew each time it opens. */
export function useTypedWhileOpen(isOpen: boolean): [string, (typed: string) => void] {
  const [typed, setTyped] = useState("");
  useLayoutEffect(() => {
    if (!isOpen) setTyped("");
  }, [isOpen]);
  return [typed, setTyped];
}
