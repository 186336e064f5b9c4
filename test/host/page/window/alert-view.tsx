import { useLayoutEffect, useRef } from "preact/hooks";
import type { Alert } from "../../frame/frame";
import { useSend } from "../host-context";
import { IconView } from "../icon";
import { useKeys } from "../keyboard/use-keys";
import "./alert.css";

/** A question that has to be answered first. */
export function AlertView({ alert }: { alert: Alert }) {
  const send = useSend();
  const dismissRef = useRef<HTMLButtonElement>(null);
  const primaryRef = useRef<HTMLButtonElement>(null);
  const answer = (yes: boolean) => send({ type: "alert", yes });
  useLayoutEffect(() => {
    primaryRef.current?.focus();
  }, []);

  useKeys(({ key, modifiers }) => {
    if (key === "escape") answer(false);
    else if (key === "return") answer(true);
    else if (["tab", "arrowLeft", "arrowRight"].includes(key)) {
      const isOnPrimary = document.activeElement === primaryRef.current;
      (isOnPrimary ? dismissRef : primaryRef).current?.focus();
    } else return modifiers.length === 0;
    return true;
  });

  return (
    <div class="alert-ground">
      <div
        class="alert floating"
        role="alertdialog"
        aria-modal="true"
        aria-labelledby="alert-title"
        aria-describedby="alert-words"
      >
        {alert.icon !== undefined && <IconView icon={alert.icon} size={36} />}
        <div class="alert-title" id="alert-title">
          {alert.title}
        </div>
        <div class="alert-words" id="alert-words">
          {alert.message}
        </div>
        <div class="alert-buttons">
          <button ref={dismissRef} type="button" class="alert-button one-line" onClick={() => answer(false)}>
            {alert.dismiss.title}
          </button>
          <button
            ref={primaryRef}
            type="button"
            class={`alert-button one-line${alert.primary.isDestructive ? " is-destructive" : ""}`}
            onClick={() => answer(true)}
          >
            {alert.primary.title}
          </button>
        </div>
      </div>
    </div>
  );
}
