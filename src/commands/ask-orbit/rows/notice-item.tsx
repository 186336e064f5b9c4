import { Color, Icon, List, type Image } from "@raycast/api";
import type { NoticeRow } from "../../../agent/chat/rows";
import { RowActions } from "../actions/row-actions";
import { answerMarkdown } from "../markdown";
import type { ItemProps } from "./item-props";

const ICONS: Record<NoticeRow["style"], Image.ImageLike> = {
  info: Icon.Info,
  warning: { source: Icon.ExclamationMark, tintColor: Color.Orange },
  error: { source: Icon.XMarkCircle, tintColor: Color.Red },
};

/** What a person should know about how a request went; its first action is what helps. */
export function NoticeItem({ chat, section, row, isSelected }: ItemProps<"notice">) {
  const { style, text } = row.notice;
  return (
    <List.Item
      id={row.id}
      icon={ICONS[style]}
      title={text}
      accessories={section.details === "hidden" ? [{ date: new Date(section.askedAt) }] : []}
      detail={isSelected && <List.Item.Detail markdown={answerMarkdown(text)} />}
      actions={<RowActions chat={chat} section={section} helpful={row} />}
    />
  );
}
