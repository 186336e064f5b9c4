import type { Keyboard } from "@raycast/api";
import { HostError } from "../command/host-error";
import { keysText } from "../command/key-signs";
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
  "⌘K", // the action panel
  "⌘P", // the drop-down of the search bar
  "⌘W", // closes the window
  "⌘Q", // quits Raycast
  "⌘,", // the preferences
  "⌘⎋", // back to the root search
  "⌘↵", // the second action
  "⎋",
  "↵",
  "⇥",
  "↑",
  "↓",
]);

/** Throws for a shortcut with a key or modifier that there is not, and for one that Raycast keeps for itself. */
export function checkShortcut(where: string, shortcut: unknown): void {
  const keys = checkKeysOf(where, shortcut);
  if (RESERVED.has(keys)) throw new HostError(`Raycast keeps the shortcut ${keys} of ${where} for itself.`);
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
  return keysText({ key, modifiers: names });
}
