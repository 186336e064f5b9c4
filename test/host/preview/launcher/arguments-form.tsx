import { Action, ActionPanel, Form, Icon } from "../../api";
import type { FormValues } from "../../command/elements";
import type { Argument, Command } from "../extension";
import { choiceItems } from "./choices";
import { useRequiredFields, type CheckedField } from "./required-fields";

interface Props {
  readonly command: Command;
  /** What is there already. */
  readonly given: Readonly<Record<string, string>>;
  readonly onSubmit: (given: Record<string, string>) => void;
}

/** Asks for the arguments of a command, for which Raycast has inputs in its search bar. */
export function ArgumentsForm({ command, given, onSubmit }: Props) {
  const { field, check } = useRequiredFields();
  const submit = (values: FormValues) => {
    const required = command.arguments.filter((argument) => argument.required);
    if (
      !check(
        values,
        required.map(({ name }) => name),
      )
    )
      return;
    const entries = command.arguments.map(({ name }) => [name, String(values[name] ?? "")] as const);
    onSubmit(Object.fromEntries(entries.filter(([, value]) => value !== "")));
  };
  return (
    <Form
      navigationTitle={command.title}
      actions={
        <ActionPanel>
          <Action.SubmitForm title="Open Command" icon={Icon.Terminal} onSubmit={submit} />
        </ActionPanel>
      }
    >
      {command.arguments.map((argument) => (
        <ArgumentField
          key={argument.name}
          argument={argument}
          value={given[argument.name] ?? ""}
          field={field(argument.name)}
        />
      ))}
    </Form>
  );
}

interface FieldProps {
  readonly argument: Argument;
  readonly value: string;
  readonly field: CheckedField;
}

function ArgumentField({ argument, value, field }: FieldProps) {
  const { placeholder, required } = argument;
  const input = { ...field, title: placeholder, placeholder: required ? "" : "Optional", defaultValue: value };
  switch (argument.type) {
    case "text":
      return <Form.TextField {...input} />;
    case "password":
      return <Form.PasswordField {...input} />;
    case "dropdown":
      return <Form.Dropdown {...input}>{choiceItems(argument.data, "None")}</Form.Dropdown>;
  }
}
