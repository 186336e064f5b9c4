import { describe, expect, it } from "vitest";
import { keyStroke, type PressedKey } from "./key-name";

type ModifierKey = "Meta" | "Control" | "Alt" | "Shift" | "AltGraph";

/** A key as a browser reports it, such as "Control+Shift+c". */
function pressed(keys: string, code = ""): PressedKey {
  const names = keys.split("+");
  const has = (name: ModifierKey) => names.includes(name);
  return {
    key: names.at(-1) ?? "",
    code,
    metaKey: has("Meta"),
    ctrlKey: has("Control"),
    altKey: has("Alt"),
    shiftKey: has("Shift"),
    getModifierState: () => has("AltGraph"),
  };
}

const spell = (event: PressedKey, isMac: boolean) => {
  const stroke = keyStroke(event, isMac);
  return stroke === undefined ? "none" : [...stroke.modifiers, stroke.key].join(" ");
};

describe("H2 a key by Raycast's name", () => {
  it.each([
    ["ArrowDown", "arrowDown"],
    ["Enter", "return"],
    ["Escape", "escape"],
    ["Backspace", "backspace"],
    ["Delete", "deleteForward"],
    ["PageUp", "pageUp"],
    [" ", "space"],
    ["Shift+N", "shift n"],
    ["ä", "ä"],
    ["F5", "none"],
    ["Shift+Shift", "none"],
    ["Dead", "none"],
  ])("%s is %s on every system", (keys, is) => {
    expect([spell(pressed(keys), true), spell(pressed(keys), false)]).toEqual([is, is]);
  });

  it.each([
    ["Meta+k", "cmd k"],
    ["Control+n", "ctrl n"],
    ["Meta+Shift+Enter", "cmd shift return"],
    ["Meta+Control+Alt+c", "cmd ctrl opt c"],
  ])("%s on a Mac is %s", (keys, is) => {
    expect(spell(pressed(keys), true)).toBe(is);
  });

  it.each([
    ["Control+k", "cmd k"],
    ["Meta+n", "ctrl n"],
    ["Control+Alt+n", "ctrl n"],
    ["Alt+Enter", "opt return"],
    ["Control+Shift+C", "cmd shift c"],
  ])("%s elsewhere is %s", (keys, is) => {
    expect(spell(pressed(keys), false)).toBe(is);
  });

  it("is the key itself where a modifier makes it type another sign", () => {
    expect(spell(pressed("Meta+Alt+ç", "KeyC"), true)).toBe("cmd opt c");
    expect(spell(pressed("Control+Shift+!", "Digit1"), false)).toBe("cmd shift 1");
    expect(spell(pressed("Control+Shift+>", "Period"), false)).toBe("cmd shift .");
  });

  it("with AltGr is what it types", () => {
    expect(spell(pressed("Control+Alt+AltGraph+@", "KeyQ"), false)).toBe("@");
  });
});
