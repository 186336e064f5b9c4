import { Icon, List } from "@raycast/api";
import { RowActions } from "../actions/row-actions";
import { answerMarkdown } from "../markdown";
import { plainLine } from "../plain-line";
import type { ItemProps } from "./item-props";

/** What was said on the way to the answer. */
export function ProgressItem({ chat, section, row, isSelected }: ItemProps<"progress">) {
  return (
    <List.Item
      id={row.id}
      icon={Icon.SpeechBubble}
      title={plainLine(row.text)}
      detail={isSelected && <List.Item.Detail markdown={answerMarkdown(row.text)} />}
      actions={<RowActions chat={chat} section={section} />}
    />
  );
}
