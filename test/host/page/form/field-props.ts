import { useState } from "preact/hooks";
import type { Deed } from "../../frame/deed";
import type { Field } from "../../frame/frame";
import { useAck } from "../host-context";

/** What a field can hold. */
export type FieldValue = Extract<Deed, { type: "field" }>["value"];

/** What each kind of field is given. */
export interface FieldProps<K extends Field["kind"]> {
  readonly field: Extract<Field, { kind: K }>;
  /** The id of the element that takes the focus; the label is tied to it. */
  readonly inputId: string;
  readonly onFocus: () => void;
  /** Tells the host, and gives the number of the deed. */
  readonly onChange: (value: FieldValue) => number;
}

/** The attributes that every element with the focus of a field has. */
export const fieldAttributes = ({ field, inputId, onFocus }: Omit<FieldProps<Field["kind"]>, "onChange">) => ({
  id: inputId,
  onFocus,
  "aria-invalid": field.error !== undefined,
  "aria-describedby": field.error === undefined ? undefined : `${inputId}-error`,
});

/** What `fieldAttributes` gives. */
export type FieldAttributes = ReturnType<typeof fieldAttributes>;

/** What the person set last for as long as the host has not seen it, then what the host says. */
export function useFieldValue<T extends FieldValue>(
  said: T,
  onChange: (value: FieldValue) => number,
): [T, (value: T) => void] {
  const ack = useAck();
  const [set, setSet] = useState<{ value: T; number: number }>();
  const shown = set !== undefined && ack < set.number ? set.value : said;
  return [shown, (value) => setSet({ value, number: onChange(value) })];
}
