import type { Toast } from "../../frame/frame";
import { useSend } from "../host-context";
import { IconButton } from "../icon";
import { KeyCaps, spokenKeys } from "../key-caps";
import "./toast.css";

/** What happened, at the left of the footer; under the pointer, in full and with what can be done about it. */
export function ToastView({ toast }: { toast: Toast }) {
  const send = useSend();
  const { style, title, message } = toast;
  const actions = [
    { action: toast.primaryAction, name: "primary" },
    { action: toast.secondaryAction, name: "secondary" },
  ] as const;
  return (
    <div class={`toast is-${style}`}>
      <div class="toast-line" role={style === "failure" ? "alert" : "status"}>
        <span class="toast-mark" />
        <span class="toast-title one-line">{title}</span>
        {message !== "" && <span class="toast-message one-line">{message}</span>}
      </div>
      <div class="toast-card floating">
        <div class="toast-words">
          <strong>{title}</strong>
          {message !== "" && <p>{message}</p>}
        </div>
        {actions.map(({ action, name }) =>
          action === undefined ? null : (
            <button
              key={name}
              type="button"
              class="toast-action"
              tabIndex={-1}
              aria-keyshortcuts={spokenKeys(action.shortcut)}
              onClick={() => send({ type: "toast", action: name })}
            >
              {action.title}
              <KeyCaps keys={action.shortcut} />
            </button>
          ),
        )}
        <IconButton
          name="xmark-16"
          size={12}
          label="Hide this message"
          onClick={() => send({ type: "toast", action: "hide" })}
        />
      </div>
    </div>
  );
}
