import { Action, ActionPanel, Detail, Form, Icon, useNavigation, type LaunchProps } from "@raycast/api";
import { useRef, useState } from "react";

const PLANETS = ["Mercury", "Venus", "Earth", "Mars"] as const;

/** A form with fields of every type. Its name must not be empty; left half done, it comes back as it was. */
export default function FormOfEverything({ draftValues }: LaunchProps) {
  const { push } = useNavigation();
  const [nameError, setNameError] = useState<string>();
  const nameField = useRef<Form.TextField>(null);
  const check = (name: unknown): boolean => {
    const isMissing = typeof name !== "string" || name.trim() === "";
    setNameError(isMissing ? "A name is needed" : undefined);
    return !isMissing;
  };
  const submit = (values: Form.Values): void => {
    if (check(values["name"])) push(<Submitted values={values} />);
    else nameField.current?.focus();
  };
  return (
    <Form
      navigationTitle="Form of Everything"
      enableDrafts
      searchBarAccessory={<Form.LinkAccessory target="https://example.com/help" text="Help" />}
      actions={
        <ActionPanel>
          <Action.SubmitForm title="Submit" icon={Icon.Check} onSubmit={submit} />
          <Action title="Focus Name" icon={Icon.Pencil} onAction={() => nameField.current?.focus()} />
          <Action title="Clear Name" icon={Icon.Eraser} onAction={() => nameField.current?.reset()} />
        </ActionPanel>
      }
    >
      <Form.Description title="About" text="Every field that Raycast has." />
      <Form.TextField
        id="name"
        ref={nameField}
        title="Name"
        placeholder="Ada"
        info="Shown to nobody"
        {...(nameError !== undefined && { error: nameError })}
        {...defaultOf(draftValues?.["name"])}
        onChange={() => setNameError(undefined)}
        onBlur={(event) => check(event.target.value)}
      />
      <Form.PasswordField id="password" title="Password" placeholder="Kept to yourself" />
      <Form.TextArea
        id="notes"
        title="Notes"
        placeholder="Write something…"
        enableMarkdown
        {...defaultOf(draftValues?.["notes"])}
      />
      <Form.Separator />
      <Form.Checkbox id="agreed" title="Terms" label="I agree" defaultValue={false} />
      <Form.DatePicker id="day" title="Day" type={Form.DatePicker.Type.Date} defaultValue={new Date(2026, 11, 8)} />
      <Form.DatePicker id="time" title="Time" defaultValue={null} />
      <Form.Dropdown id="planet" title="Planet" defaultValue="Earth">
        <Form.Dropdown.Section title="Inner">
          {PLANETS.map((planet) => (
            <Form.Dropdown.Item key={planet} value={planet} title={planet} icon={Icon.Globe} />
          ))}
        </Form.Dropdown.Section>
      </Form.Dropdown>
      <Form.TagPicker id="moods" title="Moods" defaultValue={["calm"]}>
        <Form.TagPicker.Item value="calm" title="Calm" icon="🌿" />
        <Form.TagPicker.Item value="bold" title="Bold" icon="🔥" />
      </Form.TagPicker>
      <Form.FilePicker id="files" title="Files" canChooseDirectories />
    </Form>
  );
}

const defaultOf = (value: unknown) => (typeof value === "string" ? { defaultValue: value } : {});

/** Shows what was submitted, as JSON. */
function Submitted({ values }: { values: Form.Values }) {
  return <Detail navigationTitle="Submitted" markdown={`\`\`\`json\n${JSON.stringify(values, null, 2)}\n\`\`\``} />;
}
