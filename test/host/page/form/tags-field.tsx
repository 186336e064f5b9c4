import { useRef, useState } from "preact/hooks";
import { ChoicePopover, openingText, useTypedWhileOpen } from "../choice-popover";
import { IconView } from "../icon";
import { fieldAttributes, useFieldValue, type FieldProps } from "./field-props";

/** Chosen tags as chips, and a popover to choose more of them. */
export function TagsField(props: FieldProps<"tags">) {
  const { field } = props;
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useTypedWhileOpen(isOpen);
  const [value, setValue] = useFieldValue([...field.value], props.onChange);
  const toggle = (tag: string) =>
    setValue(value.includes(tag) ? value.filter((chosen) => chosen !== tag) : [...value, tag]);
  const removeLast = () => {
    if (value.length > 0) setValue(value.slice(0, -1));
  };

  return (
    <>
      <div
        {...fieldAttributes(props)}
        ref={box}
        class="field-box tags-field"
        tabIndex={0}
        role="combobox"
        // A <label> names only what HTML knows as a field.
        aria-label={field.title}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          const text = openingText(event);
          if (event.key === "Backspace") removeLast();
          else if (text === undefined) return;
          else {
            setTyped(typed + text);
            setOpen(true);
          }
          event.preventDefault();
        }}
      >
        {field.choices
          .filter((choice) => value.includes(choice.value))
          .map((choice) => (
            <span
              key={choice.value}
              class="chip"
              title="Remove"
              onClick={(event) => {
                event.stopPropagation();
                toggle(choice.value);
              }}
            >
              {choice.icon !== undefined && <IconView icon={choice.icon} size={14} />}
              {choice.title}
            </span>
          ))}
        {value.length === 0 && <span class="is-placeholder">{field.placeholder}</span>}
      </div>
      {isOpen && (
        <ChoicePopover
          anchor={box}
          align="start"
          isAnchorWide
          label={field.title}
          placeholder="Search…"
          sections={[{ title: "", choices: field.choices }]}
          isLoading={false}
          filters
          typed={typed}
          onType={setTyped}
          isChosen={(tag) => value.includes(tag)}
          onChoose={(tag) => {
            toggle(tag);
            setTyped("");
          }}
          onBackspace={removeLast}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
