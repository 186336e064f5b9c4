import { Action, ActionPanel, Form, Icon, showToast, Toast, useNavigation } from "@raycast/api";
import { changedFields, shownFields, type ApprovalField, type Edits } from "../../agent/tool/approval";
import type { AgentLoop, Decision } from "../../agent/loop";
import { STOP_SHORTCUT } from "./actions/chat-actions";
import type { SectionRow } from "./sections";

type ApprovalFormProps = { loop: Pick<AgentLoop, "decide">; row: Extract<SectionRow, { type: "approval" }> };

/** The form before something changes. Leaving it with Esc decides nothing: it goes on waiting. */
export function ApprovalForm({ loop, row }: ApprovalFormProps) {
  const { pop } = useNavigation();
  const { call, approval, position, total } = row;
  const { form } = approval;

  const decide = async (decision: Decision) => {
    // The run that goes on with the word is seen in the chat.
    const ended = loop.decide(call.id, decision);
    pop();
    if (ended !== undefined) return;
    await showToast({
      style: Toast.Style.Failure,
      title: "This does not wait for your word any more",
      message: "The chat shows how it stands.",
    });
  };

  return (
    <Form
      navigationTitle={total > 1 ? `${form.title} (${position} of ${total})` : form.title}
      actions={
        <ActionPanel>
          <Action.SubmitForm<Edits>
            title={form.confirmLabel}
            icon={Icon.Check}
            style={call.risk === "destructive" ? Action.Style.Destructive : Action.Style.Regular}
            onSubmit={(values) => decide({ type: "run", digest: approval.digest, edits: changedFields(form, values) })}
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
      {shownFields(approval).map((field) => (
        <Field key={field.id} {...field} />
      ))}
    </Form>
  );
}

function Field({ id, label, kind, editable, value }: ApprovalField) {
  if (!editable) return <Form.Description title={label} text={value} />;
  const props = { id, title: label, placeholder: label, defaultValue: value };
  return kind === "multiline" ? <Form.TextArea {...props} /> : <Form.TextField {...props} />;
}
