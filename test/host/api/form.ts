import type { Form as Raycast } from "@raycast/api";
import { component, field } from "./component";
import { isFullDay } from "../command/date-range";
import { DatePickerType } from "./enums";
import { CHOICE, DROPDOWN, SECTION } from "./shared-props";

/** The props that every field has. */
const FIELD = {
  id: "required",
  title: "optional",
  info: "optional",
  error: "optional",
  storeValue: "optional",
  autoFocus: "optional",
  value: "optional",
  defaultValue: "optional",
  onChange: "optional",
  onBlur: "optional",
  onFocus: "optional",
} as const;

const Dropdown = Object.assign(field<Raycast.Dropdown.Props>("Form.Dropdown", { ...DROPDOWN, ...FIELD }), {
  Item: component<Raycast.Dropdown.Item.Props>("Form.Dropdown.Item", CHOICE),
  Section: component<Raycast.Dropdown.Section.Props>("Form.Dropdown.Section", SECTION),
});

const TagPicker = Object.assign(
  field<Raycast.TagPicker.Props>("Form.TagPicker", { ...FIELD, placeholder: "optional", children: "children" }),
  {
    Item: component<Raycast.TagPicker.Item.Props>("Form.TagPicker.Item", {
      value: "required",
      title: "required",
      icon: "optional",
    }),
  },
);

const DatePicker = Object.assign(
  field<Raycast.DatePicker.Props>("Form.DatePicker", { ...FIELD, type: "optional", min: "optional", max: "optional" }),
  { Type: DatePickerType, isFullDay },
);

/** Raycast's Form with all its fields; the deprecated aliases of their parts are left out. */
export const Form = Object.assign(
  component<Raycast.Props>("Form", {
    actions: "actions",
    navigationTitle: "optional",
    isLoading: "optional",
    enableDrafts: "optional",
    searchBarAccessory: "linkAccessory",
    children: "children",
  }),
  {
    TextField: field<Raycast.TextField.Props>("Form.TextField", { ...FIELD, placeholder: "optional" }),
    PasswordField: field<Raycast.PasswordField.Props>("Form.PasswordField", { ...FIELD, placeholder: "optional" }),
    TextArea: field<Raycast.TextArea.Props>("Form.TextArea", {
      ...FIELD,
      placeholder: "optional",
      enableMarkdown: "optional",
    }),
    Checkbox: field<Raycast.Checkbox.Props>("Form.Checkbox", { ...FIELD, label: "required" }),
    DatePicker,
    Dropdown,
    TagPicker,
    FilePicker: field<Raycast.FilePicker.Props>("Form.FilePicker", {
      ...FIELD,
      canChooseFiles: "optional",
      canChooseDirectories: "optional",
      showHiddenFiles: "optional",
      allowMultipleSelection: "optional",
    }),
    Description: component<Raycast.Description.Props>("Form.Description", { title: "optional", text: "required" }),
    Separator: component<Raycast.Separator.Props>("Form.Separator", {}),
    LinkAccessory: component<Raycast.LinkAccessory.Props>("Form.LinkAccessory", {
      target: "required",
      text: "required",
    }),
  },
);
