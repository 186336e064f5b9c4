import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { Edits, PendingApproval } from "../../../src/agent/tool/approval";
import { defineTool } from "../../../src/agent/tool/define-tool";
import { confirmApproval, prepareApproval } from "../../../src/agent/tool/prepare-approval";
import type { AskingTool, PreparedCall, ToolContext } from "../../../src/agent/tool/tool";
import { ToolError } from "../../../src/agent/tool/tool-error";

const context: ToolContext = { signal: new AbortController().signal };
type Note = { name: string; text: string };

/** A tool whose `prepare` does what the test says. */
function toolThat(prepare: (note: Note) => PreparedCall<Note>): AskingTool {
  const tool = defineTool({
    name: "write_note",
    title: "Write Note",
    description: "Writes a note.",
    parameters: z.object({ name: z.string(), text: z.string() }),
    category: "files",
    risk: "write",
    label: () => "Writing…",
    prepare: async (note) => Promise.resolve(prepare(note)),
    run: () => Promise.resolve({ text: "", summary: "" }),
  });
  if (!("prepare" in tool)) throw new Error("The tool does not ask.");
  return tool;
}

const field = (id: string, value: string, editable = true) => ({
  id,
  label: id,
  value,
  kind: "text" as const,
  editable,
});
const plain = (note: Note): PreparedCall<Note> => ({
  input: note,
  target: null,
  form: {
    title: `Write ${note.name}`,
    message: "",
    fields: [field("name", note.name), field("text", note.text)],
    confirmLabel: "Write",
  },
});

const asked = { name: "list", text: "milk" };

describe("what the person's word is bound to", () => {
  const changes: Record<string, (prepared: PreparedCall<Note>) => PreparedCall<Note>> = {
    "the arguments": (prepared) => ({ ...prepared, input: { ...prepared.input, text: "other" } }),
    "what the tool keeps for itself": (prepared) => ({ ...prepared, secret: { folder: 2 } }),
    "the state of the target": (prepared) => ({ ...prepared, target: { size: 1 } }),
    "a value of the form": (prepared) => ({
      ...prepared,
      form: { ...prepared.form, fields: [field("name", "other"), field("text", "milk")] },
    }),
    "the number of values": (prepared) => ({
      ...prepared,
      form: { ...prepared.form, fields: [field("name", "list")] },
    }),
    "the warning": (prepared) => ({ ...prepared, form: { ...prepared.form, warning: "It is replaced." } }),
    "the title": (prepared) => ({ ...prepared, form: { ...prepared.form, title: "Delete list" } }),
  };

  it.each(Object.keys(changes))("is %s: where it is another now, the form is shown again", async (what) => {
    let isChanged = false;
    const tool = toolThat((note) => (isChanged ? (changes[what]?.(plain(note)) ?? plain(note)) : plain(note)));
    const approval = await prepareApproval(tool, asked, context);
    isChanged = true;
    const confirmed = await confirmApproval(tool, approval, {}, context);
    expect(confirmed).toMatchObject({ type: "show_again", approval: { shownAgain: true, input: asked } });
    if (confirmed.type !== "show_again") return;
    expect(confirmed.approval.digest).not.toBe(approval.digest);
    expect(await confirmApproval(tool, confirmed.approval, {}, context)).toMatchObject({
      type: "run",
      isEdited: false,
    });
  });

  it("is the tool, too: the same values for another tool do not count", async () => {
    const approval = await prepareApproval(toolThat(plain), asked, context);
    const other = { ...toolThat(plain), name: "send_note" };
    expect(await confirmApproval(other, approval, {}, context)).toMatchObject({ type: "show_again" });
  });

  it("does not depend on the order of keys", async () => {
    const tool = toolThat((note) => ({ ...plain(note), target: { a: 1, b: [{ c: 1, d: 2 }] } }));
    const turned = toolThat((note) => ({ ...plain(note), target: { b: [{ d: 2, c: 1 }], a: 1 } }));
    const approval = await prepareApproval(tool, asked, context);
    expect(await confirmApproval(turned, approval, {}, context)).toMatchObject({ type: "run" });
  });
});

describe("edited values", () => {
  it.each<[string, (note: Note) => PreparedCall<Note>]>([
    ["another value changes with the edit", (note) => plain(note.text === "eggs" ? { ...note, name: "other" } : note)],
    [
      "the edited value is gone from the form",
      (note) => (note.text === "eggs" ? { ...plain(note), form: { ...plain(note).form, fields: [] } } : plain(note)),
    ],
    [
      "a value comes up that was not shown",
      (note) =>
        note.text === "eggs"
          ? { ...plain(note), form: { ...plain(note).form, fields: [...plain(note).form.fields, field("to", "all")] } }
          : plain(note),
    ],
  ])("are shown again where %s", async (_name, prepare) => {
    const tool = toolThat(prepare);
    const approval = await prepareApproval(tool, asked, context);
    expect(await confirmApproval(tool, approval, { text: "eggs" }, context)).toMatchObject({ type: "show_again" });
    expect(await confirmApproval(tool, approval, {}, context)).toMatchObject({ type: "run" });
  });

  it("may change what the title says", async () => {
    const tool = toolThat(plain);
    const approval = await prepareApproval(tool, asked, context);
    expect(await confirmApproval(tool, approval, { name: "plan" }, context)).toMatchObject({
      type: "run",
      isEdited: true,
      prepared: { input: { name: "plan", text: "milk" }, form: { title: "Write plan" } },
    });
  });
});

describe("C6 edits of what has become impossible meanwhile", () => {
  const taken = (isTaken: () => boolean) =>
    toolThat((note) => {
      if (isTaken() && note.name === "list") throw new ToolError("failed", "The name is taken.");
      return plain(note);
    });

  it("are shown again, and run on the next word", async () => {
    let isTaken = false;
    const tool = taken(() => isTaken);
    const approval = await prepareApproval(tool, asked, context);
    isTaken = true;
    const confirmed = await confirmApproval(tool, approval, { name: "plan" }, context);
    expect(confirmed).toMatchObject({ type: "show_again", approval: { input: { name: "plan", text: "milk" } } });
    if (confirmed.type !== "show_again") return;
    expect(await confirmApproval(tool, confirmed.approval, {}, context)).toMatchObject({ type: "run" });
  });

  it("are refused where they do not help, and so is the call without edits", async () => {
    let isTaken = false;
    const tool = taken(() => isTaken);
    const approval = await prepareApproval(tool, asked, context);
    isTaken = true;
    await expect(confirmApproval(tool, approval, { text: "eggs" }, context)).rejects.toThrow("The name is taken.");
    await expect(confirmApproval(tool, approval, {}, context)).rejects.toThrow("The name is taken.");
  });

  it("do not hide what nobody expected", async () => {
    let isBroken = false;
    const tool = toolThat((note) => {
      if (isBroken && note.name === "list") throw new Error("broken");
      return plain(note);
    });
    const approval = await prepareApproval(tool, asked, context);
    isBroken = true;
    await expect(confirmApproval(tool, approval, { name: "plan" }, context)).rejects.toThrow("broken");
  });
});

describe("C6 a date that is taken out", () => {
  type Reminder = { title: string; due?: string };
  /** `keeps` leaves the empty field in the form. */
  const reminders = (keeps: boolean, fallback = ""): AskingTool => {
    const tool = defineTool({
      name: "add_reminder",
      title: "Add Reminder",
      description: "Adds a reminder.",
      parameters: z.object({ title: z.string(), due: z.string().exactOptional() }),
      category: "reminders",
      risk: "write",
      label: () => "Adding…",
      prepare: (input: Reminder) => {
        const due = { ...field("due", input.due ?? fallback), kind: "date" as const, removable: true as const };
        const fields = [field("title", input.title), ...(keeps || due.value !== "" ? [due] : [])];
        return Promise.resolve({ input, target: null, form: { title: "", message: "", fields, confirmLabel: "Add" } });
      },
      run: () => Promise.resolve({ text: "" }),
    });
    if (!("prepare" in tool)) throw new Error("The tool does not ask.");
    return tool;
  };
  const input = { title: "Call", due: "2026-03-01" };

  it.each([true, false])("is gone from the arguments that run, whether its form keeps the line: %s", async (keeps) => {
    const tool = reminders(keeps);
    const approval = await prepareApproval(tool, input, context);
    expect(await confirmApproval(tool, approval, { due: null }, context)).toMatchObject({
      type: "run",
      isEdited: true,
      prepared: { input: { title: "Call" } },
    });
  });

  it("is shown again where the tool puts another one in its place", async () => {
    const tool = reminders(true, "2026-12-31");
    const approval = await prepareApproval(tool, input, context);
    expect(await confirmApproval(tool, approval, { due: null }, context)).toMatchObject({ type: "show_again" });
  });
});

describe("M4.3 what runs is what the form showed", () => {
  const word = fc.constantFrom("", "a", " a", "A", "b ", "list", "🙂");
  const edits = fc.dictionary(fc.constantFrom("name", "text", "fixed", "__proto__"), word, { maxKeys: 3 });
  /** Tools do all kinds of things to values; none may do it behind the form. */
  const quirks = fc.record({ trims: fc.boolean(), lowers: fc.boolean(), hidesText: fc.boolean() });

  it("whatever the tool makes of the values, and whatever the person types", async () => {
    await fc.assert(
      fc.asyncProperty(
        word,
        word,
        fc.array(edits, { minLength: 1, maxLength: 4 }),
        quirks,
        async (name, text, rounds, quirk) => {
          const tool = toolThat((note) => {
            const trimmed = quirk.trims ? note.name.trim() : note.name;
            const input = { ...note, name: quirk.lowers ? trimmed.toLowerCase() : trimmed };
            const fields = [
              field("name", input.name),
              field("text", input.text, !quirk.hidesText),
              field("fixed", "x", false),
            ];
            return { ...plain(input), form: { ...plain(input).form, fields } };
          });
          let approval: PendingApproval = await prepareApproval(tool, { name, text }, context);
          for (const typed of rounds) {
            const seen = valuesAfter(approval, typed);
            const confirmed = await confirmApproval(tool, approval, typed, context);
            if (confirmed.type === "run") {
              expect(confirmed.prepared.input).toEqual({ name: seen["name"], text: seen["text"] });
              return;
            }
            if (confirmed.type === "show_again") approval = confirmed.approval;
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  /** What the person sees in the form when they press Run. */
  function valuesAfter({ form }: PendingApproval, typed: Edits): Edits {
    return Object.fromEntries(
      form.fields.map(({ id, value, editable }) => [
        id,
        editable && Object.hasOwn(typed, id) ? (typed[id] ?? value) : value,
      ]),
    );
  }
});
