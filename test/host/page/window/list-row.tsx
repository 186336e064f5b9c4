import type { Item } from "../../frame/frame";
import { IconView } from "../icon";
import { memo } from "../memo";
import { AccessoryView } from "./accessory";
import { rowId } from "./row-id";
import { useRow } from "./use-row";

interface ListRowProps {
  readonly item: Item;
  readonly screenKey: string;
  readonly isSelected: boolean;
}

/** A row of a list. */
export const ListRow = memo(function ListRow({ item, screenKey, isSelected }: ListRowProps) {
  const { elementRef, onClick } = useRow<HTMLDivElement>({ screenKey, id: item.id, isSelected });
  return (
    <div
      ref={elementRef}
      id={rowId(screenKey, item.id)}
      class={`row${isSelected ? " is-selected" : ""}`}
      role="option"
      aria-selected={isSelected}
      onClick={onClick}
    >
      {item.icon !== undefined && (
        <span class="row-icon" title={item.iconTooltip}>
          <IconView icon={item.icon} size={item.icon.kind === "symbol" ? 16 : 20} />
        </span>
      )}
      <span class="row-title one-line" title={item.titleTooltip}>
        {item.title}
      </span>
      {item.subtitle !== "" && (
        <span class="row-subtitle one-line" title={item.subtitleTooltip}>
          {item.subtitle}
        </span>
      )}
      {item.accessories.length > 0 && (
        <span class="row-accessories">
          {item.accessories.map((accessory, index) => (
            <AccessoryView key={index} accessory={accessory} />
          ))}
        </span>
      )}
    </div>
  );
});
