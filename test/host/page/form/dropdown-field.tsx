import { useState } from "preact/hooks";
import { DropdownView } from "../dropdown";
import { fieldAttributes, useFieldValue, type FieldProps } from "./field-props";

/** A drop-down among the fields of a form. */
export function DropdownField(props: FieldProps<"dropdown"> & { readonly onSearch: (text: string) => void }) {
  const { field, onChange, onSearch } = props;
  const [isOpen, setOpen] = useState(false);
  const [value, setValue] = useFieldValue(field.dropdown.value, onChange);
  return (
    <DropdownView
      dropdown={{ ...field.dropdown, value }}
      isOpen={isOpen}
      onOpenChange={setOpen}
      onChoose={setValue}
      onSearch={onSearch}
      field={fieldAttributes(props)}
    />
  );
}
