import { describe, expect, it } from "vitest";
import type { KeyStroke, Modifier } from "./key-name";
import { isTyping, keyRoute, type InputState, type KeyPlace } from "./key-route";

const atEnd: InputState = { hasSelection: false, isCaretAtEnd: true };
const list: KeyPlace = { kind: "search", isGrid: false, hasDropdown: false, input: atEnd };
const withDropdown: KeyPlace = { ...list, hasDropdown: true };
const grid: KeyPlace = { ...list, isGrid: true };
const form: KeyPlace = { kind: "fields", input: atEnd };
const detail: KeyPlace = { kind: "reading", input: atEnd };
const inside = (place: KeyPlace): KeyPlace => ({ ...place, input: { hasSelection: false, isCaretAtEnd: false } });
const selecting = (place: KeyPlace): KeyPlace => ({ ...place, input: { hasSelection: true, isCaretAtEnd: false } });

/** Such as "cmd shift c". */
function stroke(text: string): KeyStroke {
  const words = text.split(" ");
  const all: readonly Modifier[] = ["cmd", "ctrl", "opt", "shift"];
  return { key: words.at(-1) ?? "", modifiers: all.filter((name) => words.slice(0, -1).includes(name)) };
}

describe("H2 who a key is for", () => {
  it.each([
    ["a", list, "browser"],
    ["backspace", list, "browser"],
    ["arrowLeft", list, "browser"],
    ["arrowDown", list, "host"],
    ["return", list, "host"],
    ["escape", list, "host"],
    ["tab", list, "browser"],
    ["cmd k", list, "actions"],
    ["cmd p", withDropdown, "dropdown"],
    ["cmd p", list, "host"],
    ["cmd a", list, "browser"],
    ["cmd shift z", list, "browser"],
    ["cmd c", list, "host"],
    ["cmd c", selecting(list), "browser"],
    ["cmd shift c", selecting(list), "host"],
    ["cmd return", list, "host"],
    ["cmd ,", list, "host"],
    ["cmd arrowUp", list, "host"],
    ["cmd shift arrowUp", list, "host"],
    ["cmd r", list, "host"],
    ["ctrl n", list, "host"],
    ["opt arrowLeft", list, "browser"],
  ] as const)("%s in a list", (keys, place, route) => {
    expect(keyRoute(stroke(keys), place, false)).toBe(route);
  });

  it.each([
    ["arrowRight", grid, "host"],
    ["arrowLeft", grid, "host"],
    ["arrowLeft", inside(grid), "browser"],
    ["shift arrowLeft", grid, "browser"],
  ] as const)("%s in a grid moves the selection, unless the caret is within the text", (keys, place, route) => {
    expect(keyRoute(stroke(keys), place, false)).toBe(route);
  });

  it.each([
    ["return", "browser"],
    ["arrowDown", "browser"],
    ["tab", "browser"],
    ["escape", "host"],
    ["cmd return", "host"],
    ["cmd arrowUp", "browser"],
    ["ctrl k", "browser"],
    ["ctrl x", "host"],
    ["cmd k", "actions"],
  ] as const)("%s in a form", (keys, route) => {
    expect(keyRoute(stroke(keys), form, false)).toBe(route);
  });

  it.each([
    ["arrowDown", "browser"],
    ["space", "browser"],
    ["return", "host"],
    ["cmd c", "host"],
  ] as const)("%s where there is only something to read", (keys, route) => {
    expect(keyRoute(stroke(keys), detail, false)).toBe(route);
  });

  it("on a Mac leaves the caret's own keys and Option's letters to the input", () => {
    expect(keyRoute(stroke("ctrl a"), list, true)).toBe("browser");
    expect(keyRoute(stroke("ctrl a"), list, false)).toBe("host");
    expect(keyRoute(stroke("opt c"), list, true)).toBe("browser");
    expect(keyRoute(stroke("opt c"), list, false)).toBe("host");
  });

  it("knows what types a sign", () => {
    expect(["a", "shift a", "space", "ß", "backspace"].map((keys) => isTyping(stroke(keys)))).not.toContain(false);
    expect(["cmd a", "arrowLeft", "tab", "opt a"].map((keys) => isTyping(stroke(keys)))).not.toContain(true);
  });
});
