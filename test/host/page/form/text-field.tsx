import { TypedInput } from "../typed-input";
import { fieldAttributes, type FieldProps } from "./field-props";

const MARKS: Readonly<Record<string, string>> = { b: "**", i: "_" };

/** A field for text: one line, one line of dots, or lines that grow with what is written. */
export function TextField(props: FieldProps<"text" | "password" | "multiline">) {
  const { field, onChange } = props;
  return (
    <TypedInput
      {...fieldAttributes(props)}
      class="field-box"
      {...(field.kind === "multiline" ? { isMultiline: true } : { type: field.kind })}
      text={field.value}
      placeholder={field.placeholder}
      onType={(text) => onChange(text)}
      onKeyDown={(event) => {
        const mark = field.isMarkdown && (event.metaKey || event.ctrlKey) ? MARKS[event.key] : undefined;
        if (mark === undefined || !(event.currentTarget instanceof HTMLTextAreaElement)) return;
        event.preventDefault();
        surround(event.currentTarget, mark);
      }}
    />
  );
}

/** Puts a Markdown mark on both sides of what is selected, and keeps it selected. */
function surround(area: HTMLTextAreaElement, mark: string): void {
  const { selectionStart, selectionEnd, value } = area;
  area.setRangeText(`${mark}${value.slice(selectionStart, selectionEnd)}${mark}`);
  area.setSelectionRange(selectionStart + mark.length, selectionEnd + mark.length);
  area.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
