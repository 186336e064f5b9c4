import { useMemo, useState } from "preact/hooks";
import type { Frame, Screen } from "../../frame/frame";
import { useAck, useSend } from "../host-context";
import { Window } from "../window/window";
import { ClosedWindow } from "./closed-window";
import { HudView } from "./hud-view";
import { JournalView } from "./journal-view";
import { keepFocus } from "./keep-focus";
import { MenuBar } from "./menu-bar";
import "./desktop.css";

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
      {frame.hud !== undefined && <HudView key={frame.hud.number} title={frame.hud.title} />}
    </div>
  );
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
