import type { PanelEntry, Stage } from "../../frame/frame";
import { IconView } from "../icon";
import { KeyCaps } from "../key-caps";
import { ToastView } from "./toast-view";
import "./footer.css";

interface FooterProps {
  readonly stage: Stage;
  readonly areActionsOpen: boolean;
  readonly onActions: () => void;
  readonly onPrimaryAction: (entry: PanelEntry) => void;
}

/** The bar at the bottom: what this is or what just happened, and what can be done. */
export function Footer({ stage, areActionsOpen, onActions, onPrimaryAction }: FooterProps) {
  const { screen, toast } = stage;
  const primary = screen?.panel?.sections.flatMap(({ entries }) => entries)[0];
  const title = screen === undefined || screen.navigationTitle === "" ? stage.title : screen.navigationTitle;
  return (
    <footer class={`footer${toast === undefined ? "" : ` has-${toast.style}-toast`}`}>
      {toast === undefined ? (
        <div class="footer-title">
          {stage.icon !== undefined && <IconView icon={stage.icon} size={18} />}
          <span class="one-line">{title}</span>
        </div>
      ) : (
        <ToastView toast={toast} />
      )}
      {primary !== undefined && (
        <button type="button" class="footer-action is-primary" tabIndex={-1} onClick={() => onPrimaryAction(primary)}>
          <span class="footer-action-title one-line">{primary.title}</span>
          {primary.shortcuts[0] !== undefined && <KeyCaps keys={primary.shortcuts[0]} />}
        </button>
      )}
      {(primary !== undefined || toast?.primaryAction !== undefined) && (
        <>
          {primary !== undefined && <span class="footer-divider" />}
          <button
            type="button"
            class="footer-action"
            tabIndex={-1}
            aria-haspopup="dialog"
            aria-expanded={areActionsOpen}
            // Pressed while the panel is open, the button closes it; the panel must not have done so before.
            onPointerDown={(event) => event.stopPropagation()}
            onClick={onActions}
          >
            Actions
            <KeyCaps keys={["⌘", "K"]} />
          </button>
        </>
      )}
    </footer>
  );
}
