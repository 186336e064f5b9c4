import { Action, ActionPanel, Form, Icon, useNavigation } from "@raycast/api";
import { useState } from "react";
import type { ProviderId } from "../../agent/history/messages";
import { PROVIDER_IDS, PROVIDER_TITLES } from "../provider-titles";
import type { Setup } from "./setup";

type ModelFormProps = { setup: Setup; provider: ProviderId; model: string };

/** A model by its name, taken as it is: only its server knows whether there is one. */
export function ModelForm({ setup, provider, model }: ModelFormProps) {
  const { pop } = useNavigation();
  const [isEmpty, setIsEmpty] = useState(false);
  const { usable } = setup;

  const use = async (values: FormValues) => {
    const name = values.model.trim();
    const chosen = PROVIDER_IDS.find((id) => id === values.provider);
    setIsEmpty(name === "");
    if (name === "" || chosen === undefined) return;
    pop();
    await setup.choose({ provider: chosen, model: name });
  };

  return (
    <Form
      navigationTitle="Use Another Model"
      actions={
        <ActionPanel>
          <Action.SubmitForm<FormValues> title="Use This Model" icon={Icon.Check} onSubmit={use} />
        </ActionPanel>
      }
    >
      <Form.Dropdown
        id="provider"
        title="Provider"
        defaultValue={usable.includes(provider) ? provider : (usable[0] ?? provider)}
      >
        {usable.map((id) => (
          <Form.Dropdown.Item key={id} value={id} title={PROVIDER_TITLES[id]} />
        ))}
      </Form.Dropdown>
      <Form.TextField
        id="model"
        title="Model"
        placeholder="The name, as the provider spells it"
        defaultValue={model}
        onChange={() => setIsEmpty(false)}
        {...(isEmpty && { error: "Enter a name" })}
      />
    </Form>
  );
}

type FormValues = { provider: string; model: string };
