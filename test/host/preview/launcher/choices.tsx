import { Form } from "../../api";
import { APPLICATIONS } from "../applications";

interface Choice {
  readonly title: string;
  readonly value: string;
}

/** The items of a form's drop-down. With `none`, the first item is that text, for no choice. */
export const choiceItems = (choices: readonly Choice[], none?: string) =>
  [...(none === undefined ? [] : [{ title: none, value: "" }]), ...choices].map(({ title, value }) => (
    <Form.Dropdown.Item key={value} value={value} title={title} />
  ));

/** The apps of the stand-in Mac, under their bundle identifiers. */
export const APPLICATION_CHOICES = APPLICATIONS.map(({ name, bundleId = name }) => ({ title: name, value: bundleId }));
