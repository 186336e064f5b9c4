import { useState } from "react";
import { Action, ActionPanel, Form, Icon, useNavigation } from "../../api";
import type { FormValues } from "../../command/elements";
import { APPLICATION_CHOICES, choiceItems } from "./choices";
import { macSettingsSchema } from "./mac-settings";
import type { LauncherServices } from "./services";

/** Sets what the stand-in Mac shows to commands. Each field has the name of its setting. */
export function MacForm({ services }: { readonly services: LauncherServices }) {
  const { pop } = useNavigation();
  const [mac] = useState(() => services.macSettings());
  const [urlError, setUrlError] = useState<string>();
  const submit = (values: FormValues) => {
    const settings = macSettingsSchema.parse(values);
    if (settings.tabUrl !== "" && !URL.canParse(settings.tabUrl)) {
      setUrlError("Not a web address");
      return;
    }
    services.saveMac(settings);
    pop();
  };
  return (
    <Form
      navigationTitle="This Mac"
      actions={
        <ActionPanel>
          <Action.SubmitForm title="Save" icon={Icon.Check} onSubmit={submit} />
        </ActionPanel>
      }
    >
      <Form.Description text="What commands find on the Mac around them. Nothing here is read from your computer." />
      <Form.Dropdown id="frontmost" title="App in Front" defaultValue={mac.frontmost}>
        {choiceItems(APPLICATION_CHOICES)}
      </Form.Dropdown>
      <Form.FilePicker
        id="finderSelection"
        title="Finder Selection"
        info="Commands see it only while the Finder is in front."
        canChooseDirectories
        defaultValue={mac.finderSelection}
      />
      <Form.TextArea
        id="selectedText"
        title="Selected Text"
        placeholder="Nothing is selected"
        defaultValue={mac.selectedText}
      />
      <Form.Checkbox
        id="isAccessibilityAllowed"
        title="Accessibility"
        label="Raycast may read the selected text"
        defaultValue={mac.isAccessibilityAllowed}
      />
      <Form.TextArea id="clipboard" title="Clipboard" placeholder="Nothing is copied" defaultValue={mac.clipboard} />
      <Form.Separator />
      <Form.Checkbox
        id="hasBrowserExtension"
        title="Browser"
        label="The Raycast browser extension is installed"
        defaultValue={mac.hasBrowserExtension}
      />
      <Form.TextField
        id="tabUrl"
        title="Address of the Tab"
        placeholder="No tab is open"
        defaultValue={mac.tabUrl}
        onChange={() => setUrlError(undefined)}
        {...(urlError !== undefined && { error: urlError })}
      />
      <Form.TextField id="tabTitle" title="Title of the Tab" defaultValue={mac.tabTitle} />
      <Form.TextArea id="tabText" title="Text of the Page" defaultValue={mac.tabText} />
    </Form>
  );
}
