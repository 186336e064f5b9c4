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

/** A shortcut as a Mac writes it, such as "⇧⌘C". */
export const keysText = (modifiers: readonly string[], key: string): string => keySigns(modifiers, key).join("");

/** The keys of a shortcut, each as it is written on a Mac's keyboard, such as "⇧", "⌘" and "C". */
export function keySigns(modifiers: readonly string[], key: string): string[] {
  const signs = modifiers.map((name) => SIGNS[name] ?? name).sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  return [...signs, SIGNS[key] ?? key.toUpperCase()];
}
