import type { List } from "@raycast/api";
import { accessoryContent } from "../command/item-view";
import { describeColour } from "./describe-colour";
import { fullDate, relativeDate } from "./describe-date";
import { describeIcon } from "./describe-icon";
import type { Accessory } from "./frame";
import type { Look } from "./look";
import { optional } from "./optional";

/** What stands at the right end of a row; nothing for an accessory that is empty. */
export function describeAccessory(accessory: List.Item.Accessory, look: Look): Accessory[] {
  const { value, color } = accessoryContent(accessory);
  const icon = describeIcon(accessory.icon, look);
  const text = value instanceof Date ? relativeDate(value, look.now()) : (value ?? "");
  if (icon === undefined && text === "") return [];
  const isTag = "tag" in accessory && text !== "";
  const tooltip = accessory.tooltip ?? (value instanceof Date ? fullDate(value) : undefined);
  return [
    {
      ...optional("icon", icon),
      ...optional("text", text === "" ? undefined : text),
      ...optional("colour", describeColour(color, look)),
      isTag,
      ...optional("tooltip", tooltip),
    },
  ];
}
