import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { Action, ActionPanel, Form, List, popToRoot, useNavigation, type LaunchProps } from "@raycast/api";
import type { FormValues } from "./elements";
import { launch } from "./launch";

const submit = (onSubmit?: () => void) => (
  <ActionPanel>
    <Action.SubmitForm {...(onSubmit && { onSubmit })} />
  </ActionPanel>
);

describe("H2 storeValue", () => {
  const told: string[] = [];
  const Models = ({ models = ["small", "large"] }) => (
    <List
      searchBarAccessory={
        <List.Dropdown
          id="model"
          tooltip="Model"
          storeValue
          defaultValue="small"
          onChange={(value) => told.push(value)}
        >
          {models.map((model) => (
            <List.Dropdown.Item key={model} title={model} value={model} />
          ))}
        </List.Dropdown>
      }
    />
  );

  it("keeps the choice of a drop-down for the next launch, which is told of it", () => {
    const storedValues = new Map<string, Form.Value>();
    const first = launch(Models, { storedValues });
    expect([first.dropdown, told]).toEqual(["small", ["small"]]);
    first.choose("large");
    first.close();
    told.length = 0;
    const second = launch(Models, { storedValues });
    expect([second.dropdown, told]).toEqual(["large", ["large"]]);
    second.choose("small");
    expect(second.dropdown).toBe("small");
    second.close();
  });

  it("waits for a choice that is not there yet, and forgets one that never comes", () => {
    function Late() {
      const [models, setModels] = useState(["small"]);
      const actions = (
        <ActionPanel>
          <Action title="Load" onAction={() => setModels(["small", "large"])} />
        </ActionPanel>
      );
      return (
        <List
          actions={actions}
          searchBarAccessory={
            <List.Dropdown id="model" tooltip="Model" storeValue>
              {models.map((model) => (
                <List.Dropdown.Item key={model} title={model} value={model} />
              ))}
            </List.Dropdown>
          }
        />
      );
    }
    const storedValues = new Map([["ask-orbit/List.Dropdown/model", "large"]]);
    const session = launch(Late, { storedValues });
    expect(session.dropdown).toBe("small");
    session.press("Load");
    expect(session.dropdown).toBe("large");
    session.close();
  });

  it("keeps what was submitted of a form's fields, and no more", () => {
    const storedValues = new Map<string, Form.Value>();
    const Command = () => (
      <Form actions={submit()}>
        <Form.TextField id="name" storeValue defaultValue="Ada" />
        <Form.Checkbox id="open" label="Open" storeValue />
        <Form.TextField id="note" />
      </Form>
    );
    const left = launch(Command, { storedValues });
    left.fill("name", "Grace");
    left.close();
    const first = launch(Command, { storedValues });
    expect(first.field("name").value).toBe("Ada");
    first.fill("name", "Grace");
    first.fill("open", true);
    first.fill("note", "hello");
    first.submit();
    first.close();
    expect([...storedValues.keys()]).toEqual(["ask-orbit/Form.TextField/name", "ask-orbit/Form.Checkbox/open"]);
    const second = launch(Command, { storedValues });
    expect(second.values).toEqual({ name: "Grace", open: true, note: "" });
    second.fill("name", "");
    expect(second.field("name").value).toBe("");
    second.close();
  });
});

describe("H2 a form with drafts", () => {
  function Draft({ draftValues, onSubmit }: LaunchProps & { onSubmit?: () => boolean | Promise<boolean> }) {
    const { push } = useNavigation();
    const name: unknown = draftValues?.["name"];
    return (
      <Form
        enableDrafts
        actions={
          <ActionPanel>
            <Action.SubmitForm {...(onSubmit && { onSubmit })} />
            <Action title="Push" onAction={() => push(<Form enableDrafts />)} />
            <Action title="Pop to Root" onAction={() => void popToRoot()} />
          </ActionPanel>
        }
      >
        <Form.TextField id="name" {...(typeof name === "string" && { defaultValue: name })} />
        <Form.PasswordField id="secret" />
      </Form>
    );
  }

  it("keeps what was typed for the next launch, but no password", () => {
    const drafts = new Map<string, FormValues>();
    const first = launch(Draft, { drafts });
    first.fill("name", "Ada");
    first.fill("secret", "1234");
    first.back();
    expect(drafts).toEqual(new Map([["ask-orbit", { name: "Ada" }]]));
    const second = launch(Draft, { drafts });
    expect(second.values).toEqual({ name: "Ada", secret: "" });
    second.close();
    expect(drafts.size).toBe(1);
  });

  it("drops it when the form is submitted", () => {
    const drafts = new Map<string, FormValues>([["ask-orbit", { name: "Ada" }]]);
    const session = launch(Draft, { drafts });
    session.fill("name", "Grace");
    session.submit();
    session.close();
    expect(drafts.size).toBe(0);
  });

  it("keeps it when the submission failed, and drops it when a slow one succeeded in the end", async () => {
    const drafts = new Map<string, FormValues>();
    const typeAndSubmit = (onSubmit: () => boolean | Promise<boolean>) => {
      const session = launch((props: LaunchProps) => <Draft {...props} onSubmit={onSubmit} />, { drafts });
      session.fill("name", "Ada");
      session.submit();
      session.close();
    };
    typeAndSubmit(() => false);
    expect(drafts.get("ask-orbit")).toEqual({ name: "Ada" });
    const slow = Promise.withResolvers<boolean>();
    typeAndSubmit(() => slow.promise);
    expect(drafts.size).toBe(1);
    slow.resolve(true);
    await vi.waitFor(() => expect(drafts.size).toBe(0));
  });

  it("keeps none where nothing was typed, where the command pops to root, or without enableDrafts", () => {
    const drafts = new Map<string, FormValues>();
    launch(Draft, { drafts }).close();
    const popped = launch(Draft, { drafts });
    popped.fill("name", "Ada");
    popped.press("Pop to Root");
    const plain = launch(
      () => (
        <Form>
          <Form.TextField id="name" />
        </Form>
      ),
      { drafts },
    );
    plain.fill("name", "Ada");
    plain.close();
    expect(drafts.size).toBe(0);
  });
});
