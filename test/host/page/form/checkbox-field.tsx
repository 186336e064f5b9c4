import { fieldAttributes, useFieldValue, type FieldProps } from "./field-props";

/** A box to tick, with its label beside it. */
export function CheckboxField(props: FieldProps<"checkbox">) {
  const [isChecked, setChecked] = useFieldValue(props.field.value, props.onChange);
  return (
    <label class="checkbox">
      <input
        {...fieldAttributes(props)}
        type="checkbox"
        checked={isChecked}
        onChange={(event) => setChecked(event.currentTarget.checked)}
      />
      <span>{props.field.label}</span>
    </label>
  );
}
