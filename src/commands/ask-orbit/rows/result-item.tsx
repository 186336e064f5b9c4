import { Action, Icon, List, type Image } from "@raycast/api";
import { inlineValue } from "../../../agent/text/untrusted-text";
import { RowActions } from "../actions/row-actions";
import { absolutePath } from "../home-path";
import type { ResultItem as Item } from "../result-items";
import type { ItemProps } from "./item-props";

const ICONS: Record<Item["type"], Icon> = {
  mails: Icon.Envelope,
  mail_draft: Icon.Envelope,
  notes: Icon.Document,
  events: Icon.Calendar,
  reminders: Icon.Circle,
  contacts: Icon.Person,
  photos: Icon.Image,
  info: Icon.CheckCircle,
};

/** A thing that was found or made, other than a file. */
export function ResultItem({ chat, section, row, isSelected }: ItemProps<"item">) {
  const { item } = row;
  // What it says comes from the person's apps and from other people, and can hold line breaks.
  const title = inlineValue(item.title);
  const path = item.path === undefined ? undefined : absolutePath(item.path, chat.homeFolder);
  return (
    <List.Item
      id={row.id}
      icon={iconOf(item, path)}
      title={title}
      subtitle={inlineValue(item.subtitle)}
      accessories={item.date === undefined ? [] : [{ date: new Date(item.date) }]}
      detail={isSelected && <List.Item.Detail metadata={<Facts item={item} title={title} />} />}
      actions={<RowActions chat={chat} section={section} own={<ItemActions item={item} path={path} />} />}
    />
  );
}

function iconOf({ type, isDone }: Item, path: string | undefined): Image.ImageLike {
  if (path !== undefined) return { fileIcon: path };
  return isDone === true ? Icon.CheckCircle : ICONS[type];
}

function Facts({ item, title }: { item: Item; title: string }) {
  const { Label } = List.Item.Detail.Metadata;
  return (
    <List.Item.Detail.Metadata>
      <Label title="Title" text={title} />
      {item.facts.map((fact, index) => (
        <Label key={index} title={fact.title} text={inlineValue(fact.text)} />
      ))}
    </List.Item.Detail.Metadata>
  );
}

function ItemActions({ item, path }: { item: Item; path: string | undefined }) {
  return (
    <>
      {path !== undefined && <Action.Open title="Open" target={path} />}
      {path !== undefined && <Action.ShowInFinder path={path} />}
      <Action.CopyToClipboard title="Copy" content={item.text} />
    </>
  );
}
