import type { Accessory } from "../../frame/frame";
import { IconView } from "../icon";
import "./accessory.css";

/** What stands at the right end of a row, or in the corner of a cell. */
export function AccessoryView({ accessory }: { accessory: Accessory }) {
  const { icon, text, colour, isTag, tooltip } = accessory;
  return (
    <span
      class={`accessory${isTag ? " is-tag" : ""}`}
      style={colour === undefined ? {} : { "--colour": colour }}
      title={tooltip}
    >
      {icon !== undefined && <IconView icon={icon} />}
      {text !== undefined && <span class="one-line">{text}</span>}
    </span>
  );
}
