import { describe, expect, it } from "vitest";
import { changedFields, shownFields, type ApprovalForm } from "../../../src/agent/tool/approval";

const form: ApprovalForm = {
  title: "Create File",
  message: "Orbit creates a file.",
  fields: [
    { id: "path", label: "Path", value: "~/a.txt", kind: "text", editable: true },
    { id: "content", label: "Content", value: "one", kind: "multiline", editable: true },
    { id: "folder", label: "Folder", value: "~", kind: "text", editable: false },
  ],
  confirmLabel: "Create",
};

describe("M2.2 the values of a form", () => {
  it("are those that the person has typed, where a form is shown again or waits after a restart", () => {
    const shown = shownFields({ form, input: {}, digest: "d", edits: { content: "two" } });
    expect(shown.map(({ id, value }) => [id, value])).toEqual([
      ["path", "~/a.txt"],
      ["content", "two"],
      ["folder", "~"],
    ]);
    expect(shownFields({ form, input: {}, digest: "d" })).toEqual(form.fields);
  });

  it("change only where the form lets them, and only to something else", () => {
    const edits = { path: "~/a.txt", content: "", folder: "~/Other", unknown: "x", toString: "x" };
    expect(changedFields(form, edits)).toEqual({ content: "" });
  });
});
