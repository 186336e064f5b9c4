import { describe, expect, it } from "vitest";
import { terminalLine, terminalText } from "../../src/cli/terminal-text";

describe("text on its way to the terminal", () => {
  it("keeps words, line breaks, tabs and composed emoji as they are", () => {
    const text = "Grüße\n\tשלום 👩‍👩‍👧 2 < 3\n";
    expect(terminalText(text)).toBe(text);
  });

  it.each([
    ["a colour", "\u001b[31mred\u001b[0m", "[31mred[0m"],
    ["a screen that is cleared", "\u001b[2J\u001b[Hrun › ", "[2J[Hrun › "],
    ["a window title", "\u001b]0;title\u0007", "]0;title"],
    ["the one-byte form of an escape", "\u009b2J", "2J"],
    ["a carriage return that writes over the line", "Delete all\rKeep all", "Delete allKeep all"],
    ["backspaces", "no\b\byes", "noyes"],
    ["a text that is turned around", "invoice\u202efdp.exe", "invoicefdp.exe"],
    ["isolates", "\u2066a\u2069", "a"],
    ["marks of direction", "a\u200e\u200f\u061cb", "ab"],
  ])("takes the power from %s", (_case, text, expected) => {
    expect(terminalText(text)).toBe(expected);
  });

  it("does so also where a stream cuts the sequence", () => {
    expect(["\u001b", "[31", "m"].map(terminalText).join("")).toBe("[31m");
  });

  it("puts a name on one line, whatever breaks are in it", () => {
    expect(terminalLine(" a\nb\r\n c\u2028d\t")).toBe("a b c d");
  });
});
