import { Action, ActionPanel, Form, Icon, useNavigation } from "@raycast/api";
import { useState } from "react";
import type { AgentLoop } from "../../agent/loop";
import type { Decision } from "../../agent/run/decisions";
import { changedFields, shownFields, type ApprovalField } from "../../agent/tool/approval";
import { STOP_SHORTCUT } from "./actions/chat-actions";
import { sayThatNothingWaits } from "./chat";
import { inputOf, readForm, type FormValues } from "./form-values";
import type { SectionRow } from "./request-rows";
import { fieldWords, timeZone } from "./words";

type ApprovalFormProps = { loop: Pick<AgentLoop, "decide">; row: Extract<SectionRow, { type: "approval" }> };

/** The form before something changes. Leaving it with Esc decides nothing: it goes on waiting. */
export function ApprovalForm({ loop, row }: ApprovalFormProps) {
  const { pop } = useNavigation();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const { call, approval, position, total } = row;
  const { form } = approval;
  const fields = shownFields(approval);

  const decide = async (decision: Decision) => {
    // The run that goes on with the word is seen in the chat.
    const ended = loop.decide(call.id, decision);
    pop();
    if (ended === undefined) await sayThatNothingWaits();
  };
  const run = async (values: FormValues) => {
    const filled = readForm(fields, values, timeZone());
    setMissing(filled.missing);
    if (filled.missing.length > 0) return;
    await decide({ type: "run", digest: approval.digest, edits: changedFields(form, filled.edits) });
  };

  return (
    <Form
      navigationTitle={total > 1 ? `${form.title} (${position} of ${total})` : form.title}
      actions={
        <ActionPanel>
          <Action.SubmitForm<FormValues>
            title={form.confirmLabel}
            icon={Icon.Check}
            style={call.risk === "destructive" ? Action.Style.Destructive : Action.Style.Regular}
            onSubmit={run}
          />
          <Action
            title="Cancel"
            icon={Icon.XMarkCircle}
            shortcut={STOP_SHORTCUT}
            onAction={() => decide({ type: "cancel" })}
          />
        </ActionPanel>
      }
    >
      {form.warning !== undefined && <Form.Description title="Warning" text={form.warning} />}
      {approval.shownAgain === true && (
        <Form.Description title="Look again" text="Something that this form showed has changed since you said yes." />
      )}
      <Form.Description text={form.message} />
      {fields.map((field) => (
        <Field key={field.id} field={field} isMissing={missing.includes(field.id)} />
      ))}
    </Form>
  );
}

function Field({ field, isMissing }: { field: ApprovalField; isMissing: boolean }) {
  const { id, label, editable, removable, value } = field;
  if (!editable) return <Form.Description title={label} text={fieldWords(field)} />;
  const input = inputOf(field, timeZone());
  const props = {
    id,
    title: label,
    ...(removable === true && { info: "Leave it empty to go without." }),
    ...(isMissing && { error: "A date is needed" }),
  };
  switch (input.type) {
    case "text":
      return <Form.TextField {...props} placeholder={label} defaultValue={value} />;
    case "multiline":
      return <Form.TextArea {...props} placeholder={label} defaultValue={value} />;
    case "date":
      return (
        <Form.DatePicker
          {...props}
          type={input.kind === "date" ? Form.DatePicker.Type.Date : Form.DatePicker.Type.DateTime}
          defaultValue={input.date ?? null}
        />
      );
  }
}
