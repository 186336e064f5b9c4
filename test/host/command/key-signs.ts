/** A key with its modifiers, by Raycast's names. */
export interface KeyStroke {
  readonly key: string;
  readonly modifiers: readonly string[];
}

const SIGNS: Readonly<Record<string, string>> = {
  ctrl: "⌃",
  opt: "⌥",
  alt: "⌥",
  shift: "⇧",
  cmd: "⌘",
  return: "↵",
  enter: "↵",
  arrowUp: "↑",
  arrowDown: "↓",
  arrowLeft: "←",
  arrowRight: "→",
  backspace: "⌫",
  delete: "⌫",
  deleteForward: "⌦",
  escape: "⎋",
  space: "␣",
  tab: "⇥",
  home: "↖",
  end: "↘",
  pageUp: "⇞",
  pageDown: "⇟",
};

const ORDER = ["⌃", "⌥", "⇧", "⌘"];

/** The keys of a shortcut, each as it is written on a Mac's keyboard, such as "⇧", "⌘" and "C"; none without one. */
export function shortcutSigns(shortcut: KeyStroke | { readonly macOS: KeyStroke } | null | undefined): string[] {
  if (!shortcut) return [];
  return keySigns("macOS" in shortcut ? shortcut.macOS : shortcut);
}

function keySigns({ key, modifiers }: KeyStroke): string[] {
  const held = new Set(modifiers.map((name) => SIGNS[name] ?? name));
  const signs = [...held].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  return [...signs, SIGNS[key] ?? key.toUpperCase()];
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

/** The keys as one text, the same for every way to name them, by their signs too: "⇧⌘=" for ⌘ with "+". */
export function keysText({ key, modifiers }: KeyStroke): string {
  const base = SHIFTED[key];
  return keySigns(base === undefined ? { key, modifiers } : { key: base, modifiers: [...modifiers, "shift"] }).join("");
}

/** Whether a person pressed the keys that are written so. */
export const isPressed = (signs: readonly string[], stroke: KeyStroke): boolean =>
  signs.length > 0 && keysText({ key: signs.at(-1) ?? "", modifiers: signs.slice(0, -1) }) === keysText(stroke);
