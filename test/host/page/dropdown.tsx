import { useRef } from "preact/hooks";
import type { Dropdown } from "../frame/frame";
import { ChoicePopover, openingText, useTypedWhileOpen } from "./choice-popover";
import { choiceOf } from "./choices";
import type { FieldAttributes } from "./form/field-props";
import { IconView } from "./icon";
import "./dropdown.css";

interface DropdownProps {
  readonly dropdown: Dropdown;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onChoose: (value: string) => void;
  /** Called only where the command listens. */
  readonly onSearch: (text: string) => void;
  /** What it has as a field of a form. There it is as wide as the other fields, and can be tabbed to. */
  readonly field?: FieldAttributes;
}

/** A drop-down of a search bar or of a form: a button, and a popover with its choices. */
export function DropdownView({ dropdown, isOpen, onOpenChange, onChoose, onSearch, field }: DropdownProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useTypedWhileOpen(isOpen);
  const chosen = choiceOf(dropdown.sections, dropdown.value);
  const name = dropdown.tooltip === "" ? dropdown.placeholder : dropdown.tooltip;
  const type = (text: string) => {
    setTyped(text);
    if (dropdown.listensToSearch) onSearch(text);
  };
  const close = () => {
    if (dropdown.listensToSearch && typed !== "") onSearch("");
    onOpenChange(false);
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        class={`dropdown${field === undefined ? "" : " field-box"}`}
        title={dropdown.tooltip}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        {...(field ?? { tabIndex: -1 })}
        onClick={() => (isOpen ? close() : onOpenChange(true))}
        onKeyDown={(event) => {
          const text = openingText(event);
          if (text === undefined) return;
          event.preventDefault();
          // The next letter may come before the popover has the focus.
          if (text !== "") type(typed + text);
          onOpenChange(true);
        }}
      >
        {chosen?.icon !== undefined && <IconView icon={chosen.icon} />}
        <span class={`dropdown-title one-line${chosen === undefined ? " is-placeholder" : ""}`}>
          {chosen?.title ?? (dropdown.placeholder === "" ? "Select…" : dropdown.placeholder)}
        </span>
        <IconView icon={{ kind: "symbol", name: "chevron-down-16" }} size={field === undefined ? 14 : 16} />
      </button>
      {isOpen && (
        <ChoicePopover
          anchor={button}
          align={field === undefined ? "end" : "start"}
          isAnchorWide={field !== undefined}
          label={name === "" ? "Choices" : name}
          placeholder={dropdown.placeholder === "" ? "Search…" : dropdown.placeholder}
          sections={dropdown.sections}
          isLoading={dropdown.isLoading}
          filters={dropdown.filters}
          typed={typed}
          onType={type}
          isChosen={(value) => value === dropdown.value}
          onChoose={(value) => {
            close();
            onChoose(value);
          }}
          onClose={close}
        />
      )}
    </>
  );
}
