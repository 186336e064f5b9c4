import { Form, Icon } from "@raycast/api";
import { describe, expect, it } from "vitest";
import { screenOf } from "./test-command";

describe("H2 a form", () => {
  it("has every kind of field with its value, in order", () => {
    const min = new Date("2026-01-01T00:00:00Z");
    const { rows, focusedId, link } = screenOf(
      () => (
        <Form searchBarAccessory={<Form.LinkAccessory text="Help" target="https://example.com" />}>
          <Form.Description title="Note" text="Fill it in" />
          <Form.TextField id="name" title="Name" defaultValue="Ada" placeholder="Your name" error="Taken" info="Why" />
          <Form.PasswordField id="key" />
          <Form.TextArea id="text" enableMarkdown autoFocus />
          <Form.Separator />
          <Form.Checkbox id="box" label="On" defaultValue />
          <Form.DatePicker id="day" type={Form.DatePicker.Type.Date} defaultValue={min} min={min} />
          <Form.DatePicker id="time" />
          <Form.Dropdown id="drop" title="Kind">
            <Form.Dropdown.Item value="a" title="A" />
          </Form.Dropdown>
          <Form.TagPicker id="tags" defaultValue={["x"]}>
            <Form.TagPicker.Item value="x" title="X" icon={Icon.Star} />
          </Form.TagPicker>
          <Form.FilePicker id="files" canChooseDirectories allowMultipleSelection={false} defaultValue={["/a"]} />
        </Form>
      ),
      "form",
    );
    const date = "2026-01-01T00:00:00.000Z";
    expect(rows).toEqual([
      { kind: "description", title: "Note", text: "Fill it in" },
      {
        kind: "text",
        id: "name",
        title: "Name",
        value: "Ada",
        placeholder: "Your name",
        isMarkdown: false,
        error: "Taken",
        info: "Why",
      },
      { kind: "password", id: "key", title: "", value: "", placeholder: "", isMarkdown: false },
      { kind: "multiline", id: "text", title: "", value: "", placeholder: "", isMarkdown: true },
      { kind: "separator" },
      { kind: "checkbox", id: "box", title: "", label: "On", value: true },
      { kind: "date", id: "day", title: "", value: date, hasTime: false, min: date },
      { kind: "date", id: "time", title: "", value: "", hasTime: true },
      {
        kind: "dropdown",
        id: "drop",
        title: "Kind",
        dropdown: {
          tooltip: "",
          placeholder: "",
          value: "a",
          isLoading: false,
          listensToSearch: false,
          filters: true,
          sections: [{ title: "", choices: [{ value: "a", title: "A", keywords: [] }] }],
        },
      },
      {
        kind: "tags",
        id: "tags",
        title: "",
        value: ["x"],
        placeholder: "",
        choices: [{ value: "x", title: "X", icon: { kind: "symbol", name: "star-16" }, keywords: [] }],
      },
      {
        kind: "files",
        id: "files",
        title: "",
        value: ["/a"],
        canChooseFiles: true,
        canChooseFolders: true,
        isMultiple: false,
      },
    ]);
    expect({ focusedId, link }).toEqual({ focusedId: "text", link: { text: "Help", target: "https://example.com" } });
  });
});
