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

describe("C6 a field that can be taken out", () => {
  const removable: ApprovalForm = {
    ...form,
    fields: [
      { id: "due", label: "Due", value: "2026-03-01", kind: "date", editable: true, removable: true },
      { id: "start", label: "Start", value: "", kind: "date_time", editable: true, removable: true },
      { id: "list", label: "List", value: "Home", kind: "text", editable: true },
      { id: "fixed", label: "Fixed", value: "x", kind: "text", editable: false, removable: true },
      { id: "_own", label: "Own", value: "x", kind: "text", editable: true, removable: true },
    ],
  };

  it("is taken out with null, where there is something in it; others are not", () => {
    const edits = { due: null, start: null, list: null, fixed: null, _own: null };
    expect(changedFields(removable, edits)).toEqual({ due: null });
  });

  it("is shown empty then", () => {
    const shown = shownFields({ form: removable, input: {}, digest: "d", edits: { due: null } });
    expect(shown[0]).toMatchObject({ id: "due", value: "" });
  });

  it("is never one of the tool's own, whose names begin with an underscore", () => {
    expect(changedFields(removable, { _own: "y", list: "Work" })).toEqual({ list: "Work" });
  });
});
