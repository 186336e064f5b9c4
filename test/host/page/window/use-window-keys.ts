import type { PanelEntry, Stage } from "../../frame/frame";
import { submenuFor } from "../actions/panel-entries";
import { useSend } from "../host-context";
import type { KeyStroke } from "../keyboard/key-name";
import { isTyping, keyRoute, type KeyRoute } from "../keyboard/key-route";
import { isMac, useKeys } from "../keyboard/use-keys";
import { focusSearch, keyPlace } from "./key-place";
import type { Opened } from "./opened";

interface WindowKeys {
  readonly stage: Stage;
  /** The window is open, and neither a question nor an error has the keys. */
  readonly isListening: boolean;
  readonly opened: Opened;
  readonly onActions: () => void;
  readonly onDropdown: () => void;
  /** Shows a submenu in the panel, or closes what is open. */
  readonly onSubmenu: (entry: PanelEntry | undefined) => void;
}

/** Takes each key of the window to whom it is for. */
export function useWindowKeys({ stage, isListening, opened, onActions, onDropdown, onSubmenu }: WindowKeys): void {
  const send = useSend();
  const isOverlaid = opened.what !== "nothing";

  const take = (route: KeyRoute, stroke: KeyStroke): boolean => {
    switch (route) {
      case "browser":
        if (isTyping(stroke)) focusSearch();
        return false;
      case "actions":
        onActions();
        return true;
      case "dropdown":
        onDropdown();
        return true;
      case "host":
        if (!isOverlaid || stroke.key !== "escape")
          send({ type: "key", key: stroke.key, modifiers: [...stroke.modifiers] });
        onSubmenu(submenuFor(stage.screen?.panel, stroke));
        return true;
    }
  };
  useKeys((stroke) => {
    if (!isListening) return false;
    return take(keyRoute(stroke, keyPlace(stage.screen, isOverlaid), isMac), stroke);
  });
}
