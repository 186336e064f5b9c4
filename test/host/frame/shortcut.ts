import type { Keyboard } from "@raycast/api";
import { keySigns } from "../command/key-signs";

/** A key with its modifiers, by Raycast's names. */
export interface KeyStroke {
  readonly key: string;
  readonly modifiers: readonly string[];
}

/** What a shortcut is on a Mac. */
const onMac = (shortcut: Keyboard.Shortcut): KeyStroke => ("macOS" in shortcut ? shortcut.macOS : shortcut);

/** The keys of a shortcut as a Mac writes them, such as ["⇧", "⌘", "C"]; none without one. */
export function shortcutKeys(shortcut: Keyboard.Shortcut | null | undefined): string[] {
  if (!shortcut) return [];
  const { modifiers, key } = onMac(shortcut);
  return keySigns(modifiers, key);
}

/** Signs that a keyboard gives with Shift, and the keys that they are on. */
const SHIFTED: Readonly<Record<string, string>> = {
  "+": "=",
  "{": "[",
  "}": "]",
  "(": "9",
  ")": "0",
  "@": "2",
  $: "4",
  "^": "6",
};

/** The keys as one text, the same for every way to name them. */
export function keysOf({ key, modifiers }: KeyStroke): string {
  const base = SHIFTED[key];
  const held = new Set([...modifiers, ...(base === undefined ? [] : ["shift"])]);
  return keySigns([...held], base ?? key).join("");
}

/** Whether a person pressed the keys of a shortcut. */
export const isPressed = (shortcut: Keyboard.Shortcut | null | undefined, stroke: KeyStroke): boolean =>
  shortcut != null && keysOf(onMac(shortcut)) === keysOf(stroke);
