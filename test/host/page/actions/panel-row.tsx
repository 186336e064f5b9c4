import { useEffect, useRef } from "preact/hooks";
import { IconView } from "../icon";
import { KeyCaps, spokenKeys } from "../key-caps";
import { titleOf, type ShownEntry } from "./panel-entries";

interface PanelRowProps {
  readonly entry: ShownEntry;
  readonly isSelected: boolean;
  readonly onHover: () => void;
  readonly onChoose: () => void;
}

/** The element of an entry, which the panel's input names as the active one. */
export const panelRowId = (id: string): string => `panel ${id}`.replace(/\s/g, "·");

/** One entry of the action panel. */
export function PanelRow({ entry, isSelected, onHover, onChoose }: PanelRowProps) {
  const rowRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSelected) rowRef.current?.scrollIntoView({ block: "nearest" });
  }, [isSelected]);
  const { icon, shortcuts, isDestructive, isSubmenu } = looks(entry);
  const classes = `panel-row${isSelected ? " is-selected" : ""}${isDestructive ? " is-destructive" : ""}`;
  return (
    <div
      ref={rowRef}
      id={panelRowId(entry.id)}
      class={classes}
      role="option"
      aria-selected={isSelected}
      aria-keyshortcuts={shortcuts.map(spokenKeys).join(" ")}
      onPointerMove={isSelected ? undefined : onHover}
      onClick={onChoose}
    >
      {icon !== undefined && <IconView icon={icon} />}
      <span class="panel-row-title">{titleOf(entry)}</span>
      {shortcuts.map((keys) => (
        <KeyCaps key={keys.join("")} keys={keys} />
      ))}
      {isSubmenu && <IconView icon={{ kind: "symbol", name: "chevron-right-16" }} />}
    </div>
  );
}

function looks(entry: ShownEntry) {
  if (entry.kind === "toast")
    return { icon: undefined, shortcuts: [entry.shortcut], isDestructive: false, isSubmenu: false };
  const { icon, shortcuts, isDestructive, submenu } = entry.entry;
  return { icon, shortcuts, isDestructive, isSubmenu: submenu !== undefined };
}
