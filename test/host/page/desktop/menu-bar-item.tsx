import { useRef } from "preact/hooks";
import type { MenuBarEntry, MenuEntry, MenuSection } from "../../frame/frame";
import { useSend } from "../host-context";
import { IconView } from "../icon";
import { Popover } from "../popover";
import { MenuRow } from "./menu-row";
import { focusNeighbour } from "./menu-focus";

interface MenuBarItemProps {
  readonly entry: MenuBarEntry;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** A menu-bar command: its title, and its menu while that is open. */
export function MenuBarItem({ entry, isOpen, onOpenChange }: MenuBarItemProps) {
  const send = useSend();
  const buttonRef = useRef<HTMLButtonElement>(null);
  const { command, title, icon, tooltip } = entry;
  const toggle = () => {
    if (!isOpen) send({ type: "menuBarOpen", command });
    onOpenChange(!isOpen);
  };
  const choose = ({ id }: MenuEntry, isAlternate: boolean) => {
    send({ type: "menuBar", command, id, isAlternate });
    onOpenChange(false);
  };
  return (
    <>
      <button
        ref={buttonRef}
        type="button"
        class={`menu-bar-button${entry.isLoading ? " is-loading" : ""}`}
        title={tooltip}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={title === "" ? tooltip : title}
        onClick={toggle}
      >
        {icon !== undefined && <IconView icon={icon} />}
        {title}
      </button>
      {isOpen && (
        <Popover
          anchor={buttonRef}
          align="end"
          label={tooltip === "" ? title : tooltip}
          onClose={() => onOpenChange(false)}
        >
          <Menu sections={entry.sections} onChoose={choose} onClose={() => onOpenChange(false)} />
          {entry.isLoading && entry.sections.length === 0 && <div class="menu-none">Loading…</div>}
        </Popover>
      )}
    </>
  );
}

interface MenuProps {
  readonly sections: readonly MenuSection[];
  readonly onChoose: (entry: MenuEntry, isAlternate: boolean) => void;
  readonly onClose: () => void;
}

/** The rows of a menu or submenu. */
function Menu({ sections, onChoose, onClose }: MenuProps) {
  return (
    <div
      class="menu"
      role="menu"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.defaultPrevented) return;
        if (event.key === "Escape") onClose();
        else if (event.key === "ArrowDown") focusNeighbour(event.currentTarget, 1);
        else if (event.key === "ArrowUp") focusNeighbour(event.currentTarget, -1);
        else if (event.metaKey || event.ctrlKey) return;
        event.preventDefault();
      }}
    >
      {sections.map((section, index) => (
        <div key={index} class="menu-section" role="group" aria-label={section.title}>
          {section.title !== "" && <div class="menu-title">{section.title}</div>}
          {section.entries.map((entry, place) => (
            // Opening the menu runs the command again, which makes its entries anew; by its place a row keeps the focus.
            <MenuRow key={place} entry={entry} onChoose={onChoose}>
              {entry.submenu !== undefined && <Menu sections={entry.submenu} onChoose={onChoose} onClose={onClose} />}
            </MenuRow>
          ))}
        </div>
      ))}
    </div>
  );
}
