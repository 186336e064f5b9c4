import { useState } from "preact/hooks";
import type { Crash } from "../../frame/frame";
import { useSend } from "../host-context";
import { IconView } from "../icon";
import { KeyCaps } from "../key-caps";
import { useKeys } from "../keyboard/use-keys";
import "./crash.css";

/** Why the command ended, and how to start it again. */
export function CrashView({ crash }: { crash: Crash }) {
  const send = useSend();
  const [isCopied, setCopied] = useState(false);
  const restart = () => send({ type: "restart" });
  const copy = () => {
    void navigator.clipboard
      .writeText(`${crash.title}\n${crash.message}\n\n${crash.stack}`)
      .then(() => setCopied(true));
  };
  useKeys(({ key, modifiers }) => {
    const pressed = [...modifiers, key].join(" ");
    if (pressed === "return" || pressed === "cmd r") restart();
    else if (pressed === "cmd shift c") copy();
    else if (key === "escape") send({ type: "key", key, modifiers: [...modifiers] });
    else return false;
    return true;
  });

  return (
    <div class="crash" role="alert">
      <div class="crash-head">
        <IconView icon={{ kind: "symbol", name: "warning-16", tint: "var(--red)" }} size={20} />
        <div class="selectable">
          <div class="crash-title">{crash.title}</div>
          <div class="crash-message">{crash.message}</div>
        </div>
      </div>
      {crash.stack !== "" && (
        <pre class="crash-stack selectable" tabIndex={0}>
          {crash.stack}
        </pre>
      )}
      <div class="crash-buttons">
        <button type="button" onClick={copy}>
          {isCopied ? "Copied" : "Copy Error"}
          <KeyCaps keys={["⇧", "⌘", "C"]} />
        </button>
        <button type="button" onClick={restart}>
          Restart Command
          <KeyCaps keys={["↵"]} />
        </button>
      </div>
    </div>
  );
}
