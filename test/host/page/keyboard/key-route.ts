import { isSign, type KeyStroke, type Modifier } from "./key-name";

/** Where the keys go at this moment. */
export type KeyPlace =
  /** A list or a grid with its search bar. */
  | { readonly kind: "search"; readonly isGrid: boolean; readonly hasDropdown: boolean; readonly input: InputState }
  /** A form, or another input that has the focus. */
  | { readonly kind: "fields"; readonly input: InputState }
  | { readonly kind: "reading"; readonly input: InputState };

/** What is under the caret. */
export interface InputState {
  /** Text is selected, in the input or anywhere on the page. */
  readonly hasSelection: boolean;
  /** The caret is behind the last letter and nothing is selected. */
  readonly isCaretAtEnd: boolean;
}

/** Who a key is for: the host, the page's own panels, or the browser with what has the focus. */
export type KeyRoute = "host" | "actions" | "dropdown" | "browser";

/** Command with these edits the text or zooms the page, as everywhere. */
const EDITING = ["a", "v", "z", "backspace", "deleteForward", "arrowLeft", "arrowRight", "=", "-", "0"];
/** Control with these moves the caret on a Mac. */
const MAC_CARET = ["a", "b", "e", "f", "h", "t"];

/** Who a key is for. Whatever means something to Raycast is the host's; typing is the input's. */
export function keyRoute(stroke: KeyStroke, place: KeyPlace, isMac: boolean): KeyRoute {
  const { key, modifiers } = stroke;
  const has = (modifier: Modifier) => modifiers.includes(modifier);
  if (key === "escape") return "host";
  if (has("cmd")) return commandRoute(stroke, place);
  if (has("ctrl")) return isMac && MAC_CARET.includes(key) ? "browser" : controlRoute(key, place);
  if (has("opt")) return optionRoute(key, isMac);
  return plainRoute(stroke, place);
}

function commandRoute({ key, modifiers }: KeyStroke, place: KeyPlace): KeyRoute {
  const isAlone = modifiers.length === 1;
  if (isAlone && key === "k") return "actions";
  if (isAlone && key === "p" && place.kind === "search" && place.hasDropdown) return "dropdown";
  if (isAlone && (key === "c" || key === "x")) return place.input.hasSelection ? "browser" : "host";
  if (isAlone && EDITING.includes(key)) return "browser";
  if (key === "z" && modifiers.every((modifier) => modifier === "cmd" || modifier === "shift")) return "browser";
  const isVertical = key === "arrowUp" || key === "arrowDown";
  return isAlone && isVertical && place.kind === "fields" ? "browser" : "host";
}

function controlRoute(key: string, place: KeyPlace): KeyRoute {
  const isCaretMove = ["n", "p", "k", "d"].includes(key);
  return place.kind === "fields" && isCaretMove ? "browser" : "host";
}

function optionRoute(key: string, isMac: boolean): KeyRoute {
  if (["arrowLeft", "arrowRight", "backspace", "deleteForward"].includes(key)) return "browser";
  // With Option alone a Mac types letters of other languages.
  return isMac && isSign(key) ? "browser" : "host";
}

function plainRoute({ key, modifiers }: KeyStroke, place: KeyPlace): KeyRoute {
  switch (place.kind) {
    case "fields":
      return "browser";
    case "reading":
      return key === "return" ? "host" : "browser";
    case "search": {
      if (["return", "arrowUp", "arrowDown", "pageUp", "pageDown"].includes(key)) return "host";
      const isAcross = key === "arrowLeft" || key === "arrowRight";
      return place.isGrid && isAcross && modifiers.length === 0 && place.input.isCaretAtEnd ? "host" : "browser";
    }
  }
}

/** A key that types a sign: where an input waits, it goes there even when something else has the focus. */
export const isTyping = ({ key, modifiers }: KeyStroke): boolean =>
  (isSign(key) || key === "space" || key === "backspace") && modifiers.every((name) => name === "shift");
