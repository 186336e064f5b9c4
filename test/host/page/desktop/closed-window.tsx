import { KeyCaps } from "../key-caps";
import { useKeys } from "../keyboard/use-keys";
import "./closed-window.css";

/** The way back to the window once it is closed. */
export function ClosedWindow({ onOpen }: { onOpen: () => void }) {
  useKeys(({ key }) => {
    if (key !== "return" && key !== "space") return false;
    onOpen();
    return true;
  });
  return (
    <div class="closed-window">
      <button type="button" class="floating" onClick={onOpen}>
        Open Raycast window
        <KeyCaps keys={["↵"]} />
      </button>
      <p>The window is closed. On a Mac, Raycast now waits for its hotkey.</p>
    </div>
  );
}
