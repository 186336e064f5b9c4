import { homedir } from "node:os";
import { Fragment } from "react";
import { Action, ActionPanel, Form, Icon } from "../../api";
import type { FormValues } from "../../command/elements";
import { withPreferences, type PreferenceState } from "../preferences";
import { PreferenceField, preferenceInput } from "./preference-field";
import { useRequiredFields } from "./required-fields";
import type { LauncherServices } from "./services";

interface Props {
  readonly services: LauncherServices;
  readonly title: string;
  readonly states: readonly PreferenceState[];
  /** What the person has to know first. */
  readonly note?: string;
  readonly submitTitle: string;
  readonly onSaved: () => void;
}

/** Asks for preferences and stores them. Nothing is stored before all that are required are there. */
export function PreferencesForm({ services, title, states, note, submitTitle, onSaved }: Props) {
  const { field, check } = useRequiredFields();
  const submit = (values: FormValues) => {
    const required = states.filter(({ preference }) => preference.required && preference.type !== "checkbox");
    if (!check(values, required.map(fieldId))) return;
    const changes = states.map((state) => ({ ...state, value: preferenceInput(values[fieldId(state)]) }));
    services.savePreferences(withPreferences(services.preferences(), changes));
    onSaved();
  };
  return (
    <Form
      navigationTitle={title}
      actions={
        <ActionPanel>
          <Action.SubmitForm title={submitTitle} icon={Icon.Check} onSubmit={submit} />
        </ActionPanel>
      }
    >
      {note !== undefined && <Form.Description text={note} />}
      {grouped(states).map(({ owner, members }, index) => (
        <Fragment key={owner}>
          {index > 0 && <Form.Separator />}
          {members.map((state) => (
            <PreferenceField key={fieldId(state)} state={state} field={field(fieldId(state))} />
          ))}
        </Fragment>
      ))}
      {states.length > 0 && <Form.Separator />}
      <Form.Description text={states.length > 0 ? storageNote(services.preferencesFile) : "There is nothing to set."} />
    </Form>
  );
}

// Two preferences may have one name: the extension's and the command's.
const fieldId = ({ preference, command }: PreferenceState) => `${command?.name ?? ""}:${preference.name}`;

function grouped(states: readonly PreferenceState[]) {
  const groups = Map.groupBy(states, ({ command }) => command?.name ?? "");
  return [...groups].map(([owner, members]) => ({ owner, members }));
}

function storageNote(file: string): string {
  const where = file.startsWith(`${homedir()}/`) ? `~${file.slice(homedir().length)}` : file;
  return `Stored in ${where}, which only you can read.`;
}
