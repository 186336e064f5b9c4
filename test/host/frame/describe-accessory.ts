import type { Color, List } from "@raycast/api";
import { describeColour } from "./describe-colour";
import { fullDate, relativeDate } from "./describe-date";
import { describeIcon } from "./describe-icon";
import type { Accessory } from "./frame";
import type { Look } from "./look";
import { optional } from "./optional";

type Content = string | Date | null | undefined;
/** What an accessory says, in either of the forms that it may have. */
type Given = Content | { readonly value?: Content; readonly color?: Color.ColorLike | null | undefined };

/** What stands at the right end of a row; nothing for an accessory that is empty. */
export function describeAccessory(accessory: List.Item.Accessory, look: Look): Accessory[] {
  const { value, color } = contentOf(accessory);
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

function contentOf(accessory: List.Item.Accessory): { value?: Content; color?: Color.ColorLike | null | undefined } {
  const given: Given =
    "tag" in accessory
      ? accessory.tag
      : "date" in accessory
        ? accessory.date
        : "text" in accessory
          ? accessory.text
          : undefined;
  return given != null && typeof given === "object" && !(given instanceof Date) ? given : { value: given };
}
