import { useRef, useState } from "react";
import { describe, expect, it } from "vitest";
import { Action, ActionPanel, Form, Keyboard } from "@raycast/api";
import { launch } from "./launch";

const noon = new Date("2026-12-08T12:00:00");

describe("a form", () => {
  it("shows at once that a field was reset, also when the command did it later", async () => {
    const session = launch(() => {
      const field = useRef<Form.TextField>(null);
      const reset = () => void Promise.resolve().then(() => field.current?.reset());
      const actions = (
        <ActionPanel>
          <Action title="Reset" onAction={reset} />
        </ActionPanel>
      );
      return (
        <Form actions={actions}>
          <Form.TextField id="name" ref={field} defaultValue="plan" />
        </Form>
      );
    });
    session.fill("name", "other");
    session.press("Reset");
    await session.until(() => session.values["name"] === "plan");
    session.close();
  });

  it("submits what every field shows: the person's value, the default, or its kind's empty value", () => {
    const submitted: Form.Values[] = [];
    const session = launch(() => (
      <Form
        navigationTitle="Create File"
        actions={
          <ActionPanel>
            <Action.SubmitForm title="Create" onSubmit={(values) => void submitted.push(values)} />
            <Action title="Cancel" shortcut={Keyboard.Shortcut.Common.Pin} />
          </ActionPanel>
        }
      >
        <Form.Description text="Orbit writes this file." />
        <Form.TextField id="name" title="Name" defaultValue="totals.txt" />
        <Form.TextArea id="content" title="Content" />
        <Form.Checkbox id="open" label="Open it" />
        <Form.Separator />
        <Form.DatePicker id="when" type={Form.DatePicker.Type.DateTime} />
        <Form.Dropdown id="folder">
          <Form.Dropdown.Item value="documents" title="Documents" />
          <Form.Dropdown.Section title="More">
            <Form.Dropdown.Item value="desktop" title="Desktop" />
          </Form.Dropdown.Section>
        </Form.Dropdown>
        <Form.TagPicker id="tags">
          <Form.TagPicker.Item value="work" title="Work" />
        </Form.TagPicker>
        <Form.FilePicker id="files" />
        <Form.PasswordField id="secret" />
      </Form>
    ));
    expect(session.navigationTitle).toBe("Create File");
    expect(session.descriptions).toEqual(["Orbit writes this file."]);
    session.submit();
    session.fill("content", "1,240.50");
    session.fill("open", true);
    session.fill("when", noon);
    session.fill("folder", "desktop");
    session.fill("tags", ["work"]);
    session.fill("files", ["/a.pdf"]);
    session.fill("secret", "s");
    session.shortcut(["cmd"], "return");
    expect(submitted).toEqual([
      {
        name: "totals.txt",
        content: "",
        open: false,
        when: null,
        folder: "documents",
        tags: [],
        files: [],
        secret: "",
      },
      {
        name: "totals.txt",
        content: "1,240.50",
        open: true,
        when: noon,
        folder: "desktop",
        tags: ["work"],
        files: ["/a.pdf"],
        secret: "s",
      },
    ]);
    expect(session.actions.map(({ shortcut }) => shortcut)).toEqual(["⌘↵", "⌘."]);
    session.close();
  });

  it("takes only dates within the limits of the picker", () => {
    const session = launch(() => (
      <Form>
        <Form.DatePicker id="day" type={Form.DatePicker.Type.Date} min={noon} max={noon} />
        <Form.DatePicker id="time" min={noon} />
      </Form>
    ));
    const midnight = new Date("2026-12-08T00:00:00");
    session.fill("day", midnight);
    expect(session.field("day").value).toBe(midnight);
    expect(() => session.fill("day", new Date("2026-12-09T00:00:00"))).toThrow('<Form.DatePicker> "day" cannot hold');
    expect(() => session.fill("time", midnight)).toThrow('<Form.DatePicker> "time" cannot hold');
    session.fill("time", null);
    session.close();
  });

  it("has no date any more when the person took the default away", () => {
    const session = launch(() => (
      <Form>
        <Form.DatePicker id="when" defaultValue={noon} />
      </Form>
    ));
    session.fill("when", null);
    expect(session.values).toEqual({ when: null });
    session.close();
  });

  it("takes only values that the field's kind can hold", () => {
    const session = launch(() => (
      <Form>
        <Form.TextField id="name" />
        <Form.Checkbox id="open" label="Open it" />
        <Form.DatePicker id="when" />
        <Form.Dropdown id="folder">
          <Form.Dropdown.Item value="documents" title="Documents" />
        </Form.Dropdown>
        <Form.TagPicker id="tags" />
        <Form.FilePicker id="files" />
      </Form>
    ));
    expect(() => session.fill("name", 1)).toThrow('<Form.TextField> "name" cannot hold 1.');
    expect(() => session.fill("open", "yes")).toThrow("cannot hold");
    expect(() => session.fill("when", "today")).toThrow("cannot hold");
    expect(() => session.fill("folder", "desktop")).toThrow('<Form.Dropdown> "folder" cannot hold "desktop".');
    expect(() => session.fill("tags", ["work"])).toThrow("cannot hold");
    expect(() => session.fill("files", "/a.pdf")).toThrow("cannot hold");
    expect(() => session.fill("colour", "red")).toThrow(
      'There is no field "colour" here, only: name, open, when, folder, tags, files.',
    );
    session.close();
  });

  it("shows the error that the command sets on leaving a field, and clears it on typing", () => {
    function Command() {
      const [error, setError] = useState<string>();
      const check = (value = "") => setError(value === "" ? "Give it a name" : undefined);
      return (
        <Form>
          <Form.TextField
            id="name"
            onBlur={({ target }) => check(target.value)}
            onChange={check}
            {...(error !== undefined && { error })}
          />
          <Form.TextArea id="content" />
        </Form>
      );
    }
    const session = launch(Command);
    expect(session.focused).toBe("name");
    session.focus("content");
    expect(session.focused).toBe("content");
    expect(session.field("name").error).toBe("Give it a name");
    expect(session.text()).toContain('name: ""  ! Give it a name');
    session.fill("name", "totals.txt");
    expect(session.field("name").error).toBeUndefined();
    session.blur("name");
    expect(session.field("name").error).toBeUndefined();
    session.close();
  });

  it("hands each field's own value to onBlur, and tells onFocus", () => {
    const seen: unknown[] = [];
    const note = (event: { type: string; target: { id: string; value?: unknown } }) =>
      seen.push([event.type, event.target.id, event.target.value]);
    const session = launch(() => (
      <Form>
        <Form.Checkbox id="open" label="Open it" defaultValue onBlur={note} onFocus={note} />
        <Form.DatePicker id="when" defaultValue={noon} onBlur={note} />
        <Form.FilePicker id="files" onBlur={note} />
      </Form>
    ));
    session.focus("open");
    session.focus("when");
    session.focus("files");
    session.blur("files");
    expect(seen).toEqual([
      ["focus", "open", undefined],
      ["blur", "open", true],
      ["blur", "when", noon],
      ["blur", "files", []],
    ]);
    session.close();
  });

  it("shows the command's value where it gives one, whatever was typed", () => {
    const session = launch(() => (
      <Form>
        <Form.TextField id="name" value="fixed" />
      </Form>
    ));
    session.fill("name", "other");
    expect(session.values).toEqual({ name: "fixed" });
    session.close();
  });

  it("is focused and reset through refs", () => {
    function Command() {
      const content = useRef<Form.TextArea>(null);
      return (
        <Form
          actions={
            <ActionPanel>
              <Action title="Focus" onAction={() => content.current?.focus()} />
              <Action title="Reset" onAction={() => content.current?.reset()} />
            </ActionPanel>
          }
        >
          <Form.TextField id="name" autoFocus />
          <Form.TextArea id="content" defaultValue="start" ref={content} />
        </Form>
      );
    }
    const session = launch(Command);
    session.press("Focus");
    expect(session.focused).toBe("content");
    session.fill("content", "typed");
    session.press("Reset");
    expect(session.values).toEqual({ name: "", content: "start" });
    session.close();
  });

  it("keeps what was typed while its fields come and go around it", () => {
    function Command() {
      const [more, setMore] = useState(false);
      return (
        <Form
          {...(more && { searchBarAccessory: <Form.LinkAccessory target="https://example.com" text="Help" /> })}
          actions={
            <ActionPanel>
              <Action title="More" onAction={() => setMore(true)} />
            </ActionPanel>
          }
        >
          {more && <Form.TextField id="more" />}
          <Form.TextField id="name" />
        </Form>
      );
    }
    const session = launch(Command);
    session.fill("name", "totals.txt");
    session.press("More");
    expect(session.values).toEqual({ more: "", name: "totals.txt" });
    session.close();
  });

  it("tells a whole day from a moment by midnight", () => {
    expect(Form.DatePicker.isFullDay(new Date("2026-12-08T00:00:00"))).toBe(true);
    expect(Form.DatePicker.isFullDay(noon)).toBe(false);
    expect(Form.DatePicker.isFullDay(null)).toBe(false);
  });
});
