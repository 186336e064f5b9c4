import type { Frame } from "../../frame/frame";
import type { KeptScreen } from "../kept-screens";
import { Window } from "../window/window";
import { ClosedWindow } from "./closed-window";
import { HudView } from "./hud-view";
import { JournalView } from "./journal-view";
import { MenuBar } from "./menu-bar";
import "./desktop.css";

/** The Mac's desktop as far as it is needed: a menu bar, the window, and what left the window. */
export function Desktop({ frame, screens }: { frame: Frame; screens: readonly KeptScreen[] }) {
  return (
    <div class="desktop">
      <MenuBar frame={frame} />
      <div class="desk">
        <Window frame={frame} screens={screens} />
        {!frame.isWindowOpen && <ClosedWindow />}
      </div>
      <JournalView journal={frame.journal} />
      {frame.hud !== undefined && <HudView key={frame.hud.number} title={frame.hud.title} />}
    </div>
  );
}
