import { Action, ActionPanel, List } from "@raycast/api";
import { describe, expect, it } from "vitest";
import type { ApprovalForm as FormContent, PendingApproval } from "../../../src/agent/tool/approval";
import type { CallRow } from "../../../src/agent/history/calls";
import type { Decision } from "../../../src/agent/run/decisions";
import { dateFieldValue } from "../../../src/agent/tool/date-field";
import { ApprovalForm } from "../../../src/commands/ask-orbit/approval-form";
import { dayWords, timeZone } from "../../../src/commands/ask-orbit/words";
import { launch } from "../../host/command/launch";
import type { Session } from "../../host/command/session";

const FORM: FormContent = {
  title: "Create Event",
  message: "Orbit adds this event.",
  fields: [
    { id: "title", label: "Title", value: "Tasting", kind: "text", editable: true },
    { id: "calendar", label: "Calendar", value: "Private", kind: "text", editable: false },
    { id: "notes", label: "Notes", value: "", kind: "multiline", editable: true },
  ],
  confirmLabel: "Create",
};

/** Opens the form of a call; `waiting` is what the call waits with by now. */
function openForm(approval: PendingApproval, waiting: PendingApproval | "nothing" = approval) {
  const decisions: Decision[] = [];
  const call: CallRow = {
    id: "call-1",
    requestId: "request-1",
    messageId: "message-1",
    index: 0,
    tool: "create_event",
    risk: "write",
    input: {},
    label: "Creating…",
    state: { type: "awaiting_approval", since: 0, approval },
  };
  const now: CallRow =
    waiting === "nothing"
      ? { ...call, state: { type: "expired", at: 1 } }
      : { ...call, state: { type: "awaiting_approval", since: 0, approval: waiting } };
  const loop = {
    // As the loop does: a word counts for the form that waits now, and no other.
    decide: (_callId: string, decision: Decision) => {
      if (now.state.type !== "awaiting_approval") return undefined;
      if (decision.type === "run" && decision.digest !== now.state.approval.digest) return undefined;
      decisions.push(decision);
      return Promise.resolve({ type: "answered" as const });
    },
  };
  const row = { type: "approval" as const, id: "approval:call-1", call, approval, position: 1, total: 1 };
  const form = <ApprovalForm loop={loop} row={row} />;
  const window: Session = launch(() => (
    <List>
      <List.Item
        title="Card"
        actions={
          <ActionPanel>
            <Action.Push title="Review…" target={form} />
          </ActionPanel>
        }
      />
    </List>
  ));
  window.press();
  return { window, decisions };
}

const approvalOf = (form: FormContent, rest: Partial<PendingApproval> = {}): PendingApproval => ({
  form,
  input: {},
  digest: "digest-1",
  ...rest,
});

describe("C6 the dates of a form", () => {
  const dates: FormContent = {
    ...FORM,
    fields: [
      { id: "starts", label: "Starts", value: "2026-12-08T09:00:00+01:00", kind: "date_time", editable: true },
      { id: "due", label: "Due", value: "2026-12-09", kind: "date", editable: true, removable: true },
      { id: "made", label: "Made", value: "2026-12-01", kind: "date", editable: false },
    ],
  };
  const starts = new Date("2026-12-08T08:00:00Z");

  it("are picked, and read in words where they cannot be edited", () => {
    const { window } = openForm(approvalOf(dates));
    expect(window.fields.map(({ id, kind, value }) => [id, kind, value])).toEqual([
      ["starts", "Form.DatePicker", starts],
      ["due", "Form.DatePicker", new Date(2026, 11, 9)],
    ]);
    expect(window.descriptions.at(-1)).toBe(dayWords(new Date(2026, 11, 1).getTime()));
    window.submit();
    window.close();
  });

  it("change nothing where nobody touched them", () => {
    const { window, decisions } = openForm(approvalOf(dates));
    window.submit();
    expect(decisions).toEqual([{ type: "run", digest: "digest-1", edits: {} }]);
    window.close();
  });

  it("are given as the form holds them, and left out where they can be", () => {
    const { window, decisions } = openForm(approvalOf(dates));
    const later = new Date(2026, 11, 10, 14, 15);
    window.fill("starts", later);
    window.fill("due", null);
    window.submit();
    const value = dateFieldValue(later, "date_time", timeZone());
    expect(decisions).toEqual([{ type: "run", digest: "digest-1", edits: { starts: value, due: null } }]);
    window.close();
  });

  it("that are needed and missing are asked for, and nothing is decided", () => {
    const { window, decisions } = openForm(approvalOf(dates));
    window.fill("starts", null);
    window.submit();
    expect(decisions).toEqual([]);
    expect(window.field("starts").error).toBe("A date is needed");
    window.fill("starts", starts);
    window.submit();
    expect(decisions).toEqual([{ type: "run", digest: "digest-1", edits: {} }]);
    window.close();
  });
});

describe("the form of a card", () => {
  it("M5.2 has the fields in order, and what cannot be edited as plain text", () => {
    const { window } = openForm(approvalOf(FORM));
    expect(window.navigationTitle).toBe("Create Event");
    expect(window.fields.map(({ id, title, value }) => [id, title, value])).toEqual([
      ["title", "Title", "Tasting"],
      ["notes", "Notes", ""],
    ]);
    expect(window.descriptions).toEqual(["Orbit adds this event.", "Private"]);
    expect(window.actions.map(({ title, shortcut }) => `${title} ${shortcut}`)).toEqual(["Create ⌘↵", "Cancel ⌘."]);
    window.close();
  });

  it("M5.2 gives only the values that were changed", () => {
    const { window, decisions } = openForm(approvalOf(FORM));
    window.fill("notes", "Bring cups.");
    window.submit();
    expect(decisions).toEqual([{ type: "run", digest: "digest-1", edits: { notes: "Bring cups." } }]);
    expect(window.kind).toBe("List");
    window.close();
  });

  it("M5.2 has what was typed before, and gives it again", () => {
    const { window, decisions } = openForm(approvalOf(FORM, { edits: { title: "Cupping" }, shownAgain: true }));
    expect(window.field("title").value).toBe("Cupping");
    expect(window.descriptions[0]).toContain("has changed");
    window.submit();
    expect(decisions).toEqual([{ type: "run", digest: "digest-1", edits: { title: "Cupping" } }]);
    window.close();
  });

  it("M5.2 shows a warning before everything else", () => {
    const { window } = openForm(approvalOf({ ...FORM, warning: "Guests get a mail." }));
    expect(window.descriptions[0]).toBe("Guests get a mail.");
    window.close();
  });

  it.each([
    ["shows other values by now", approvalOf(FORM, { digest: "digest-2" })],
    ["does not wait any more", "nothing"],
  ] as const)("M5.2 gives no word for a call that %s", (_case, waiting) => {
    const { window, decisions } = openForm(approvalOf(FORM), waiting);
    window.submit();
    expect(decisions).toEqual([]);
    expect(window.kind).toBe("List");
    expect(window.toast?.title).toBe("This does not wait for your word any more");
    window.close();
  });
});
