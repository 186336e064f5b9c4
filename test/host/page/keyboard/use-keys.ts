import { useLayoutEffect, useRef } from "preact/hooks";
import { keyStroke, type KeyStroke } from "./key-name";

/** Whether this is a Mac, with its own modifier keys. */
export const isMac = /mac/i.test(navigator.platform);

/**
 * Hears each key that nothing on the page has taken for itself (with preventDefault). The listener gives true for a key
 * that it took.
 */
export function useKeys(listener: (stroke: KeyStroke) => boolean): void {
  const listenerRef = useRef(listener);
  useLayoutEffect(() => {
    listenerRef.current = listener;
  });
  // In time for the next key, whenever that comes.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const stroke = keyStroke(event, isMac);
      if (stroke === undefined || isOnControl(stroke)) return;
      if (listenerRef.current(stroke)) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Return and Space on a button or link that was tabbed to press that. */
const isOnControl = ({ key, modifiers }: KeyStroke): boolean =>
  modifiers.length === 0 &&
  (key === "return" || key === "space") &&
  (document.activeElement instanceof HTMLButtonElement || document.activeElement instanceof HTMLAnchorElement);
