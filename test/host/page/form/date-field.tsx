import { useRef, useState } from "preact/hooks";
import { openingText, useTypedWhileOpen } from "../choice-popover";
import { IconView } from "../icon";
import { DatePopover } from "./date-popover";
import { dateText, readIso } from "./days";
import { fieldAttributes, useFieldValue, type FieldProps } from "./field-props";

/** A date, or a date with a time, in the person's clock. */
export function DateField(props: FieldProps<"date">) {
  const { field } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useTypedWhileOpen(isOpen);
  const [iso, setIso] = useFieldValue<string | null>(field.value === "" ? null : field.value, props.onChange);
  const date = iso === null ? undefined : readIso(iso);
  const choose = (chosen: Date | undefined) => {
    setOpen(false);
    setIso(chosen?.toISOString() ?? null);
  };

  return (
    <>
      <button
        {...fieldAttributes(props)}
        ref={button}
        type="button"
        class="field-box date-field"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          const text = openingText(event);
          if (event.key === "Backspace" || event.key === "Delete") choose(undefined);
          else if (text === undefined) return;
          else {
            setTyped(typed + text);
            setOpen(true);
          }
          event.preventDefault();
        }}
      >
        <span class={date === undefined ? "is-placeholder" : ""}>
          {date === undefined ? "Select date" : dateText(date, field.hasTime)}
        </span>
        <IconView icon={{ kind: "symbol", name: "calendar-16" }} />
      </button>
      {isOpen && (
        <DatePopover
          anchor={button}
          label={field.title}
          date={date}
          hasTime={field.hasTime}
          min={readIso(field.min ?? "")}
          max={readIso(field.max ?? "")}
          typed={typed}
          onType={setTyped}
          onChoose={choose}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
