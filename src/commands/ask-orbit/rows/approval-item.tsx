import { Action, Color, Icon, List } from "@raycast/api";
import { shownFields, type PendingApproval } from "../../../agent/tool/approval";
import { RowActions } from "../actions/row-actions";
import { ApprovalForm } from "../approval-form";
import { answerMarkdown, shortBlock } from "../markdown";
import { fieldWords } from "../words";
import type { ItemProps } from "./item-props";
import { turnAccessory } from "./turn-accessory";

const MOST_VALUE_CHARACTERS = 4_000;

/** A call that waits for the person's word. */
export function ApprovalItem({ chat, section, row, isSelected }: ItemProps<"approval">) {
  const { form } = row.approval;
  return (
    <List.Item
      id={row.id}
      icon={{ source: Icon.Warning, tintColor: Color.Orange }}
      title={form.title}
      subtitle={form.message}
      accessories={turnAccessory(row)}
      detail={isSelected && <List.Item.Detail markdown={formMarkdown(row.approval)} />}
      actions={<RowActions chat={chat} section={section} own={<ReviewAction loop={chat.loop} row={row} />} />}
    />
  );
}

function ReviewAction({ loop, row }: Parameters<typeof ApprovalForm>[0]) {
  return <Action.Push title="Review…" icon={Icon.Pencil} target={<ApprovalForm loop={loop} row={row} />} />;
}

function formMarkdown(approval: PendingApproval): string {
  const { form } = approval;
  const fields = shownFields(approval).flatMap((field) => [
    `**${field.label}**`,
    shortBlock(fieldWords(field), MOST_VALUE_CHARACTERS),
  ]);
  const warning = form.warning === undefined ? [] : [`**Warning:** ${form.warning}`];
  return [...warning, answerMarkdown(form.message), ...fields].join("\n\n");
}
