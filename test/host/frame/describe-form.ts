import { DatePickerType } from "../api/enums";
import { findAll, inSlot, isField, type ElementNode, type FieldNode, type HostNode } from "../command/elements";
import { fieldValue, focusedField } from "../command/form-state";
import { describeChoice, describeDropdownField } from "./describe-dropdown";
import type { Field, FormRow, FormScreen } from "./frame";
import type { Look } from "./look";
import { optional } from "./optional";

/** The rows of a form, the field with the focus, and the link in its upper corner. */
export function describeForm(
  form: ElementNode<"Form">,
  look: Look,
): Pick<FormScreen, "kind" | "rows" | "focusedId" | "link"> {
  const link = inSlot(form, "linkAccessory", "Form.LinkAccessory");
  return {
    kind: "form",
    rows: form.children.flatMap((node) => describeRow(node, look)),
    ...optional("focusedId", focusedField(form)?.props.id),
    ...optional("link", link && { text: link.props.text, target: link.props.target }),
  };
}

function describeRow(node: HostNode, look: Look): FormRow[] {
  if (isField(node)) return [describeField(node, look)];
  switch (node.type) {
    case "Form.Description":
      return [{ kind: "description", title: node.props.title ?? "", text: node.props.text }];
    case "Form.Separator":
      return [{ kind: "separator" }];
    default:
      return [];
  }
}

function describeField(node: FieldNode, look: Look): Field {
  const { id, title = "", info, error } = node.props;
  const common = { id, title, ...optional("info", info), ...optional("error", error) };
  const value = fieldValue(node);
  switch (node.type) {
    case "Form.TextField":
    case "Form.PasswordField":
    case "Form.TextArea":
      return { ...common, ...describeText(node), value: textOf(value) };
    case "Form.Checkbox":
      return { ...common, kind: "checkbox", label: node.props.label, value: value === true };
    case "Form.DatePicker":
      return { ...common, ...describeDate(node), value: value instanceof Date ? isoDate(value) : "" };
    case "Form.Dropdown":
      return { ...common, kind: "dropdown", dropdown: describeDropdownField(node, look) };
    case "Form.TagPicker":
      return { ...common, ...describeTags(node, look), value: textsOf(value) };
    case "Form.FilePicker":
      return { ...common, ...describeFiles(node), value: textsOf(value) };
  }
}

type Value = ReturnType<typeof fieldValue>;

const textOf = (value: Value): string => (typeof value === "string" ? value : "");

const textsOf = (value: Value): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];

/** Empty for a date that is none. */
const isoDate = (date: Date): string => (Number.isNaN(date.getTime()) ? "" : date.toISOString());

const TEXT_KINDS = {
  "Form.TextField": "text",
  "Form.PasswordField": "password",
  "Form.TextArea": "multiline",
} as const;

function describeText(
  node: ElementNode<"Form.TextField"> | ElementNode<"Form.PasswordField"> | ElementNode<"Form.TextArea">,
) {
  const isMarkdown = node.type === "Form.TextArea" && node.props.enableMarkdown === true;
  return { kind: TEXT_KINDS[node.type], placeholder: node.props.placeholder ?? "", isMarkdown };
}

function describeDate({ props: { type, min, max } }: ElementNode<"Form.DatePicker">) {
  return {
    kind: "date",
    hasTime: type !== DatePickerType.Date,
    ...optional("min", min && isoDate(min)),
    ...optional("max", max && isoDate(max)),
  } as const;
}

function describeTags(node: ElementNode<"Form.TagPicker">, look: Look) {
  const choices = findAll(node, "Form.TagPicker.Item").map(({ props }) => describeChoice(props, look));
  return { kind: "tags", placeholder: node.props.placeholder ?? "", choices } as const;
}

function describeFiles({ props }: ElementNode<"Form.FilePicker">) {
  const { canChooseFiles = true, canChooseDirectories = false, allowMultipleSelection = true } = props;
  return {
    kind: "files",
    canChooseFiles,
    canChooseFolders: canChooseDirectories,
    isMultiple: allowMultipleSelection,
  } as const;
}
