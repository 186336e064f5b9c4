import type { ComponentChildren } from "preact";
import { useSend } from "../host-context";
import { IconView } from "../icon";
import "./top-bar.css";

interface TopBarProps {
  readonly canGoBack: boolean;
  readonly isLoading: boolean;
  readonly children?: ComponentChildren;
}

/** The bar at the top of the window, with the line under it that moves while something loads. */
export function TopBar({ canGoBack, isLoading, children }: TopBarProps) {
  const send = useSend();
  return (
    <header class="top-bar">
      {canGoBack && (
        <button
          type="button"
          class="back"
          tabIndex={-1}
          aria-label="Back"
          title="Back (Esc)"
          onClick={() => send({ type: "key", key: "escape", modifiers: [] })}
        >
          <IconView icon={{ kind: "symbol", name: "arrow-left-16" }} />
        </button>
      )}
      {children}
      <div class={`loading-line${isLoading ? " loading" : ""}`} role="status">
        {isLoading && <span class="visually-hidden">Loading</span>}
      </div>
    </header>
  );
}
