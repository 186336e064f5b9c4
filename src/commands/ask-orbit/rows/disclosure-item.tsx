import { Icon, List } from "@raycast/api";
import { countWords, disclosureWords } from "../../../agent/chat/disclosure-words";
import { RowActions } from "../actions/row-actions";
import type { ItemProps } from "./item-props";

/** What of the person's went to whom in a run. */
export function DisclosureItem({ chat, section, row, isSelected }: ItemProps<"disclosure">) {
  const { items, recipient } = row;
  const { Label } = List.Item.Detail.Metadata;
  return (
    <List.Item
      id={row.id}
      icon={Icon.Info}
      title={disclosureWords(items, recipient)}
      detail={
        isSelected && (
          <List.Item.Detail
            metadata={
              <List.Item.Detail.Metadata>
                {recipient !== "" && <Label title="Sent To" text={recipient} />}
                {items.map((item) => (
                  <Label key={item.kind} title="Sent" text={countWords(item)} />
                ))}
              </List.Item.Detail.Metadata>
            }
          />
        )
      }
      actions={<RowActions chat={chat} section={section} />}
    />
  );
}
