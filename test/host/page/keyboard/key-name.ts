/** A key by Raycast's names. */
export interface KeyStroke {
  /** "return", "arrowDown", "n", "," … */
  readonly key: string;
  readonly modifiers: readonly Modifier[];
}

export type Modifier = "cmd" | "ctrl" | "opt" | "shift";

/** What is read of a browser's KeyboardEvent. */
export interface PressedKey {
  readonly key: string;
  readonly code: string;
  readonly metaKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  getModifierState(name: "AltGraph"): boolean;
}

const NAMED: Readonly<Record<string, string>> = {
  ArrowDown: "arrowDown",
  ArrowLeft: "arrowLeft",
  ArrowRight: "arrowRight",
  ArrowUp: "arrowUp",
  Backspace: "backspace",
  Delete: "deleteForward",
  End: "end",
  Enter: "return",
  Escape: "escape",
  Home: "home",
  PageDown: "pageDown",
  PageUp: "pageUp",
  Tab: "tab",
  " ": "space",
};

/** The keys that give another sign with Shift or Option, by their place on the keyboard. */
const BY_PLACE: Readonly<Record<string, string>> = {
  Backquote: "`",
  Backslash: "\\",
  BracketLeft: "[",
  BracketRight: "]",
  Comma: ",",
  Equal: "=",
  Minus: "-",
  Period: ".",
  Quote: "'",
  Semicolon: ";",
  Slash: "/",
  Space: "space",
};

/**
 * What was pressed, by Raycast's names. On a Mac the modifiers are its own; elsewhere Ctrl stands for Command, and
 * Super, or Ctrl with Alt, for Control. Undefined for a modifier alone, a function key and the like.
 */
export function keyStroke(event: PressedKey, isMac: boolean): KeyStroke | undefined {
  const modifiers = isMac ? macModifiers(event) : otherModifiers(event);
  const key = keyName(event, modifiers);
  return key === undefined ? undefined : { key, modifiers };
}

function keyName({ key, code }: PressedKey, modifiers: readonly Modifier[]): string | undefined {
  const named = NAMED[key];
  if (named !== undefined) return named;
  const letter = key.toLowerCase();
  if (/^[a-z]$/.test(letter)) return letter;
  // With Option a Mac types another sign, with Shift every keyboard does: the key itself is meant.
  if (modifiers.length > 0) {
    const place = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(code)?.[1]?.toLowerCase() ?? BY_PLACE[code];
    if (place !== undefined) return place;
  }
  return isSign(key) ? letter : undefined;
}

/** One sign of any script, not the name of a key. */
export const isSign = (key: string): boolean => /^.$/u.test(key);

function macModifiers({ metaKey, ctrlKey, altKey, shiftKey }: PressedKey): Modifier[] {
  return pressed({ cmd: metaKey, ctrl: ctrlKey, opt: altKey, shift: shiftKey });
}

function otherModifiers(event: PressedKey): Modifier[] {
  const { metaKey, ctrlKey, altKey, shiftKey } = event;
  // AltGr, which types, is reported as Ctrl with Alt on some systems.
  if (event.getModifierState("AltGraph")) return pressed({ cmd: false, ctrl: false, opt: false, shift: shiftKey });
  const isControl = ctrlKey && altKey;
  return pressed({
    cmd: ctrlKey && !isControl,
    ctrl: metaKey || isControl,
    opt: altKey && !isControl,
    shift: shiftKey,
  });
}

function pressed(state: Record<Modifier, boolean>): Modifier[] {
  const order: readonly Modifier[] = ["cmd", "ctrl", "opt", "shift"];
  return order.filter((name) => state[name]);
}
