import { useRef } from "preact/hooks";
import type { GridItem, GridScreen, GridSection } from "../../frame/frame";
import { IconView } from "../icon";
import { memo } from "../memo";
import { AccessoryView } from "./accessory";
import { EmptyViewBody } from "./empty-view";
import { rowId, rowsId } from "./row-id";
import { SectionTitle } from "./section-title";
import { useLoadMore } from "./use-load-more";
import { useRow } from "./use-row";
import "./grid.css";

/** The cells of a grid. */
export const GridView = memo(function GridView({ screen }: { screen: GridScreen }) {
  const rowsRef = useRef<HTMLDivElement>(null);
  const count = screen.sections.reduce((sum, { items }) => sum + items.length, 0);
  useLoadMore(rowsRef, screen, count);
  if (count === 0) return <EmptyViewBody view={screen.emptyView} />;
  return (
    <div class="grid" role="listbox" id={rowsId(screen.key)} aria-label={screen.navigationTitle} ref={rowsRef}>
      {screen.sections.map((section) => (
        <GridSectionView key={section.key} section={section} screen={screen} />
      ))}
    </div>
  );
});

function GridSectionView({ section, screen }: { section: GridSection; screen: GridScreen }) {
  if (section.items.length === 0) return null;
  const { columns, aspectRatio, fit, inset } = section;
  return (
    <div role="group" aria-label={section.title}>
      <SectionTitle section={section} />
      <div class={`cells is-${fit} inset-${inset}`} style={{ "--columns": columns, "--aspect": aspectRatio }}>
        {section.items.map((item) => (
          <Cell
            key={item.id}
            item={item}
            screenKey={screen.key}
            isSelected={item.id === screen.selectedId}
            iconSize={iconSize(section)}
          />
        ))}
      </div>
    </div>
  );
}

const CELLS_WIDTH_PX = 718;
const INSET_SHARE = { none: 0, small: 0.1, medium: 0.2, large: 0.3 } as const;

/** How large a drawn icon stands in a cell. */
function iconSize({ columns, aspectRatio, inset }: GridSection): number {
  const width = CELLS_WIDTH_PX / columns - 10;
  return Math.round(Math.min(width, width / aspectRatio) * (0.62 - INSET_SHARE[inset]));
}

interface CellProps {
  readonly item: GridItem;
  readonly screenKey: string;
  readonly isSelected: boolean;
  readonly iconSize: number;
}

const Cell = memo(function Cell({ item, screenKey, isSelected, iconSize: size }: CellProps) {
  const { elementRef, onClick } = useRow<HTMLDivElement>({ screenKey, id: item.id, isSelected });
  return (
    <div
      ref={elementRef}
      id={rowId(screenKey, item.id)}
      class={`cell${isSelected ? " is-selected" : ""}`}
      role="option"
      aria-selected={isSelected}
      aria-label={item.title === "" ? item.tooltip : item.title}
      title={item.tooltip}
      onClick={onClick}
    >
      <div class="cell-content">
        <CellContent content={item.content} size={size} />
      </div>
      {(item.title !== "" || item.subtitle !== "" || item.accessory !== undefined) && (
        <div class="cell-words">
          <div class="cell-texts">
            <div class="cell-title one-line">{item.title}</div>
            {item.subtitle !== "" && <div class="cell-subtitle one-line">{item.subtitle}</div>}
          </div>
          {item.accessory !== undefined && <AccessoryView accessory={item.accessory} />}
        </div>
      )}
    </div>
  );
});

function CellContent({ content, size }: { content: GridItem["content"]; size: number }) {
  if (content.kind === "colour") return <div class="cell-colour" style={{ background: content.colour }} />;
  // A plain picture fills its cell; one with a tint or a shape is an icon in it.
  if (content.kind === "image" && content.tint === undefined && content.mask === undefined) {
    return <img class="cell-picture" src={content.source} alt="" draggable={false} loading="lazy" />;
  }
  return <IconView icon={content} size={size} />;
}
