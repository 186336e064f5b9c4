import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { MenuEntry } from "../../frame/frame";
import { IconView } from "../icon";
import { KeyCaps } from "../key-caps";
import { focusFirst } from "./menu-focus";

interface MenuRowProps {
  readonly entry: MenuEntry;
  readonly onChoose: (entry: MenuEntry, isAlternate: boolean) => void;
  /** The submenu, drawn while it is open. */
  readonly children: ComponentChildren;
}

/** A row of a menu. One with a submenu opens it under the pointer, or with the arrow to the right. */
export function MenuRow({ entry, onChoose, children }: MenuRowProps) {
  const { title, subtitle, icon, tooltip, shortcut, isEnabled, submenu } = entry;
  const [opened, setOpened] = useState<"no" | "pointer" | "key">("no");
  const placeRef = useRef<HTMLDivElement>(null);
  const rowRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (opened === "key") focusFirst(placeRef.current?.querySelector(".menu") ?? null);
  }, [opened]);

  const run = (isAlternate: boolean) => {
    if (submenu !== undefined) setOpened("key");
    else if (isEnabled) onChoose(entry, isAlternate);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const isOnRow = event.target === rowRef.current;
    if (event.key === "ArrowLeft" && opened !== "no") {
      setOpened("no");
      rowRef.current?.focus();
    } else if (isOnRow && (event.key === "Enter" || event.key === " ")) run(event.altKey);
    else if (isOnRow && event.key === "ArrowRight" && submenu !== undefined) setOpened("key");
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={placeRef}
      class="menu-place"
      onKeyDown={onKeyDown}
      onPointerEnter={() => setOpened("pointer")}
      onPointerLeave={() => setOpened("no")}
    >
      <div
        ref={rowRef}
        class="menu-row"
        role="menuitem"
        tabIndex={-1}
        title={tooltip}
        aria-disabled={!isEnabled}
        aria-haspopup={submenu === undefined ? undefined : "menu"}
        onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
        onClick={(event) => run(event.altKey)}
        onContextMenu={(event) => {
          event.preventDefault();
          run(true);
        }}
      >
        {icon !== undefined && <IconView icon={icon} />}
        <span class="menu-row-title">{title}</span>
        {subtitle !== "" && <span class="menu-row-subtitle">{subtitle}</span>}
        <span class="menu-bar-space" />
        {shortcut.length > 0 && <KeyCaps keys={shortcut} />}
        {submenu !== undefined && <IconView icon={{ kind: "symbol", name: "chevron-right-16" }} size={12} />}
      </div>
      {opened !== "no" && <div class="submenu floating">{children}</div>}
    </div>
  );
}
