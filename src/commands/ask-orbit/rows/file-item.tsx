import { posix } from "node:path";
import { Action, Keyboard, List } from "@raycast/api";
import type { FileItem as File } from "../../../agent/tool/result-card";
import { inlinePath, inlineValue } from "../../../agent/text/untrusted-text";
import { RowActions } from "../actions/row-actions";
import { absolutePath } from "../home-path";
import { formatSize } from "../../../agent/text/format-size";
import { timeWords } from "../words";
import type { ItemProps } from "./item-props";

/** A file or folder that was found or made, with Finder's icon for it. */
export function FileItem({ chat, section, row, isSelected }: ItemProps<"file">) {
  const { item } = row;
  const path = absolutePath(item.path, chat.homeFolder);
  // Names come from the disk and can hold line breaks and characters that turn the text around.
  const name = inlineValue(item.name);
  return (
    <List.Item
      id={row.id}
      icon={{ fileIcon: path }}
      title={name}
      subtitle={folderOf(item)}
      quickLook={{ path, name }}
      detail={isSelected && <List.Item.Detail metadata={<FileMetadata item={item} />} />}
      actions={<RowActions chat={chat} section={section} own={<FileActions path={path} />} />}
    />
  );
}

function FileActions({ path }: { path: string }) {
  return (
    <>
      <Action.Open title="Open" target={path} />
      <Action.ShowInFinder path={path} />
      <Action.ToggleQuickLook shortcut={Keyboard.Shortcut.Common.ToggleQuickLook} />
      <Action.CopyToClipboard title="Copy Path" content={path} shortcut={Keyboard.Shortcut.Common.CopyPath} />
    </>
  );
}

function FileMetadata({ item }: { item: File }) {
  const { size, modifiedAt, isFolder } = item;
  const { Label } = List.Item.Detail.Metadata;
  return (
    <List.Item.Detail.Metadata>
      <Label title="Name" text={inlineValue(item.name)} />
      <Label title="Where" text={folderOf(item)} />
      {isFolder && <Label title="Kind" text="Folder" />}
      {size !== undefined && <Label title="Size" text={formatSize(size)} />}
      {modifiedAt !== undefined && <Label title="Modified" text={timeWords(modifiedAt)} />}
    </List.Item.Detail.Metadata>
  );
}

function folderOf({ path }: File): string {
  return inlinePath(posix.dirname(path));
}
