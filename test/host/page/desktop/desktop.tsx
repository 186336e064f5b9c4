import { useMemo, useState } from "preact/hooks";
import type { Frame, Screen } from "../../frame/frame";
import { useAck, useSend } from "../host-context";
import { Window } from "../window/window";
import { ClosedWindow } from "./closed-window";
import { JournalView } from "./journal-view";
import { MenuBar } from "./menu-bar";
import "./desktop.css";
import "./hud.css";

/** The Mac's desktop as far as it is needed: a menu bar, the window, and what left the window. */
export function Desktop({ frame: told, screens }: { frame: Frame; screens: readonly Screen[] }) {
  const { frame, open } = useOpenAtOnce(told);
  return (
    <div class="desktop" onMouseDown={keepFocus}>
      <MenuBar appearance={frame.appearance} menuBar={frame.menuBar} heap={frame.heap} model={frame.model} />
      <div class="desk">
        <Window frame={frame} screens={screens} />
        {!frame.isWindowOpen && <ClosedWindow onOpen={open} />}
      </div>
      <JournalView journal={frame.journal} />
      {frame.hud !== undefined && (
        // By its number the same words show again.
        <div key={frame.hud.number} class="hud floating one-line" role="status">
          {frame.hud.title}
        </div>
      )}
    </div>
  );
}

/** What a click may give the focus to: fields, and text to select or scroll. */
const TAKERS = 'input, textarea, label, [tabindex="0"], .window button:not([tabindex="-1"]), .markdown, .selectable';

/** A click on anything else leaves the focus where it is: in the search bar, as a rule. */
function keepFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest(TAKERS) === null) event.preventDefault();
}

/** Opens the window without waiting for the host: the keys that follow at once are meant for it. */
function useOpenAtOnce(told: Frame): { frame: Frame; open: () => void } {
  const send = useSend();
  const ack = useAck();
  const [asked, setAsked] = useState(0);
  const isOpening = ack < asked && !told.isWindowOpen;
  const frame = useMemo(() => (isOpening ? { ...told, isWindowOpen: true } : told), [told, isOpening]);
  return { frame, open: () => setAsked(send({ type: "openWindow" })) };
}
