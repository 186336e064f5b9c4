import { useRef, useState } from "react";
import type { Form } from "@raycast/api";
import type { FormValues } from "../../command/elements";

/** What a field takes to be checked: its id, its error, and how it is found again. */
export interface CheckedField {
  readonly id: string;
  readonly error?: string;
  readonly onChange: () => void;
  readonly ref: (item: Form.ItemReference | null) => void;
}

interface RequiredFields {
  /** The props of the field with an id. */
  readonly field: (id: string) => CheckedField;
  /** Whether all that must hold something do. If not, they say so, and the first of them gets the focus. */
  readonly check: (values: FormValues, required: readonly string[]) => boolean;
}

/** Lets a form say under its fields which of them must not stay empty, until something is put into them. */
export function useRequiredFields(): RequiredFields {
  const [empty, setEmpty] = useState<readonly string[]>([]);
  const items = useRef(new Map<string, Form.ItemReference>());
  return {
    field: (id) => ({
      id,
      ...(empty.includes(id) && { error: "Required" }),
      onChange: () => setEmpty((before) => before.filter((other) => other !== id)),
      ref: (item) => {
        if (item) items.current.set(id, item);
        else items.current.delete(id);
      },
    }),
    check: (values, required) => {
      const found = required.filter((id) => isEmpty(values[id]));
      setEmpty(found);
      const [first] = found;
      if (first !== undefined) items.current.get(first)?.focus();
      return first === undefined;
    },
  };
}

const isEmpty = (value: unknown) => value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
