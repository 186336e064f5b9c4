import type { Form as RaycastForm } from "@raycast/api";
import { Form } from "../../api";
import type { PreferenceState } from "../preferences";
import { APPLICATION_CHOICES, choiceItems } from "./choices";
import type { CheckedField } from "./required-fields";

interface Props {
  readonly state: PreferenceState;
  readonly field: CheckedField;
}

/** The field of a form in which a preference is set. */
export function PreferenceField({ state: { preference, value }, field }: Props) {
  const { title, description, placeholder } = preference;
  const text = typeof value === "string" ? value : "";
  const common = { ...field, title, ...(description !== "" && { info: description }) };
  const input = { ...common, placeholder, defaultValue: text };
  switch (preference.type) {
    case "textfield":
      return <Form.TextField {...input} />;
    case "password":
      return <Form.PasswordField {...input} />;
    case "checkbox":
      return <Form.Checkbox {...common} label={preference.label} defaultValue={value === true} />;
    case "dropdown":
      return (
        <Form.Dropdown {...input}>
          {choiceItems(preference.data, preference.default === undefined ? "None" : undefined)}
        </Form.Dropdown>
      );
    case "appPicker":
      return <Form.Dropdown {...input}>{choiceItems(APPLICATION_CHOICES, "None")}</Form.Dropdown>;
    case "file":
    case "directory":
      return (
        <Form.FilePicker
          {...common}
          canChooseFiles={preference.type === "file"}
          canChooseDirectories={preference.type === "directory"}
          allowMultipleSelection={false}
          defaultValue={text === "" ? [] : [text]}
        />
      );
  }
}

/** What a person put into the field of a preference. */
export function preferenceInput(value: RaycastForm.Value | undefined): PreferenceState["value"] {
  if (typeof value === "boolean" || typeof value === "string") return value;
  const [path] = Array.isArray(value) ? value : [];
  return typeof path === "string" ? path : undefined;
}
