import type { Keyboard } from "@raycast/api";
import { HostError } from "../command/host-error";
import { checkKeys, isRecord, named } from "./check-keys";

type Names<T extends string> = Readonly<Record<T, true>>;

const MODIFIERS = {
  cmd: true,
  ctrl: true,
  opt: true,
  shift: true,
  alt: true,
  windows: true,
} satisfies Names<Keyboard.KeyModifier>;

const CHARACTERS = new Set("abcdefghijklmnopqrstuvwxyz0123456789.,;=+-[]{}«»()/\\'`§^@$");

const KEYS = {
  return: true,
  delete: true,
  deleteForward: true,
  tab: true,
  arrowUp: true,
  arrowDown: true,
  arrowLeft: true,
  arrowRight: true,
  pageUp: true,
  pageDown: true,
  home: true,
  end: true,
  space: true,
  escape: true,
  enter: true,
  backspace: true,
} satisfies Partial<Names<Keyboard.KeyEquivalent>>;

/** Keys that are Raycast's own on a Mac: an action never gets them. */
const RESERVED: ReadonlySet<string> = new Set([
  "cmd+k", // the action panel
  "cmd+p", // the drop-down of the search bar
  "cmd+w", // closes the window
  "cmd+q", // quits Raycast
  "cmd+,", // the preferences
  "cmd+escape", // back to the root search
  "cmd+return", // the second action
  "escape",
  "return",
  "tab",
  "arrowUp",
  "arrowDown",
]);

/** Throws for a shortcut with a key or modifier that there is not, and for one that Raycast keeps for itself. */
export function checkShortcut(where: string, shortcut: unknown): void {
  const stroke = checkKeysOf(where, shortcut);
  if (RESERVED.has(stroke)) throw new HostError(`Raycast keeps the shortcut ${stroke} of ${where} for itself.`);
}

/** Throws for a shortcut with a key or modifier that there is not. Returns the keys on a Mac; empty without any. */
export function checkKeysOf(where: string, shortcut: unknown): string {
  if (shortcut == null) return "";
  if (!isRecord(shortcut)) throw new HostError(`${where} has a shortcut that is none: ${named(shortcut)}.`);
  if (!("macOS" in shortcut)) return checkStroke(where, shortcut);
  checkKeys(`The shortcut of ${where}`, shortcut, ["macOS", "Windows", "windows"]);
  checkStroke(where, shortcut["Windows"]);
  return checkStroke(where, shortcut["macOS"]);
}

function checkStroke(where: string, stroke: unknown): string {
  if (!isRecord(stroke)) throw new HostError(`The shortcut of ${where} names no keys.`);
  checkKeys(`The shortcut of ${where}`, stroke, ["modifiers", "key"]);
  const { key, modifiers } = stroke;
  const isKey = typeof key === "string" && (CHARACTERS.has(key) || Object.hasOwn(KEYS, key));
  if (!isKey) throw new HostError(`The shortcut of ${where} has an unknown key ${named(key)}.`);
  if (!Array.isArray(modifiers)) throw new HostError(`The shortcut of ${where} has no modifiers.`);
  const names = modifiers.map(String);
  const unknown = names.find((name) => !Object.hasOwn(MODIFIERS, name));
  if (unknown !== undefined) throw new HostError(`The shortcut of ${where} has an unknown modifier "${unknown}".`);
  return [...names.sort(), key === "enter" ? "return" : key].join("+");
}
