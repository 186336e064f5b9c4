import { useState } from "preact/hooks";
import type { Frame } from "../../frame/frame";
import { useSend } from "../host-context";
import { IconView } from "../icon";
import { memo } from "../memo";
import { MenuBarItem } from "./menu-bar-item";
import "./menu-bar.css";

type MenuBarProps = Pick<Frame, "appearance" | "menuBar" | "model"> & { readonly heap: Frame["heap"] | undefined };

/** The strip over the desktop: what this page is, and the menu-bar commands. */
export const MenuBar = memo(function MenuBar({ appearance, menuBar, heap, model }: MenuBarProps) {
  const send = useSend();
  const [openCommand, setOpenCommand] = useState<string>();
  const other = appearance === "dark" ? "light" : "dark";
  return (
    <header class="menu-bar">
      <strong>Preview host: not Raycast</strong>
      <span class="menu-bar-model one-line" title={model}>
        {model}
      </span>
      {heap !== undefined && <HeapMeter heap={heap} />}
      <span class="menu-bar-space" />
      {menuBar.map((entry) => (
        <MenuBarItem
          key={entry.command}
          entry={entry}
          isOpen={openCommand === entry.command}
          onOpenChange={(isOpen) => setOpenCommand(isOpen ? entry.command : undefined)}
        />
      ))}
      <button
        type="button"
        class="menu-bar-button"
        aria-label={`Look in ${other} colours`}
        title={`Look in ${other} colours`}
        onClick={() => send({ type: "appearance", value: other })}
      >
        <IconView icon={{ kind: "symbol", name: appearance === "dark" ? "sun-16" : "moon-16" }} />
      </button>
    </header>
  );
});

const MB = 1024 * 1024;

/** How much memory the command uses of what Raycast grants it. */
function HeapMeter({ heap }: { heap: NonNullable<Frame["heap"]> }) {
  const used = Math.round(heap.usedBytes / MB);
  const limit = Math.round(heap.limitBytes / MB);
  return (
    <span class="heap" title="The memory of the command. Raycast ends a command that needs more.">
      <meter
        class="heap-bar"
        min={0}
        max={limit}
        high={limit * 0.8}
        optimum={0}
        value={used}
        aria-label="Memory of the command"
      />
      {used} / {limit} MB
    </span>
  );
}
