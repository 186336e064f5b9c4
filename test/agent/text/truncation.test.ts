import { describe, expect, it } from "vitest";
import { cutText, listNote, truncate } from "../../../src/agent/text/truncation";

describe("a text and its limit", () => {
  it.each([
    ["short", "abc", 3, "abc"],
    ["at a word", `${"x".repeat(90)} abcdefgh ijkl`, 100, `${"x".repeat(90)} abcdefgh`],
    ["at a line rather than a word", `${"x".repeat(90)}\nab cd ef gh ij`, 100, "x".repeat(90)],
    ["in a word where the last tenth has no gap", "x".repeat(30), 20, "x".repeat(20)],
    ["nothing where nothing is allowed", "abc", 0, ""],
    ["as many characters as units allow, where they are fewer", "🙂".repeat(10), 10, "🙂".repeat(10)],
    ["between emoji of many parts", "👩‍👩‍👧‍👦".repeat(4), 3, "👩‍👩‍👧‍👦".repeat(3)],
    ["between flags", "🇩🇪🇫🇷🇮🇹", 2, "🇩🇪🇫🇷"],
    ["after a letter with its accent", "e\u0301".repeat(5), 3, "e\u0301".repeat(3)],
  ])("is cut %s", (_name, text, limit, kept) => {
    expect(cutText(text, limit)).toEqual({ text: kept, isCut: kept !== text });
  });

  it("never ends in half a surrogate pair, wherever the limit falls", () => {
    const text = "a🙂b👩‍👩‍👧‍👦c🇩🇪de\u0301".repeat(3);
    for (let limit = 0; limit <= text.length; limit += 1) {
      const { text: kept } = cutText(text, limit);
      expect([kept.isWellFormed(), text.startsWith(kept)]).toEqual([true, true]);
    }
  });

  it("mends text that has half a pair to begin with", () => {
    expect(cutText("a\ud83d b", 10).text).toBe("a\ufffd b");
  });

  it("keeps eight combining marks in a row, and bounds the size whatever a character is made of", () => {
    expect(cutText(`a${"\u0301".repeat(5000)}b`, 100).text).toBe(`a${"\u0301".repeat(8)}b`);
    const joined = `${"👩\u200d".repeat(5000)}👩`;
    expect(Array.from(cutText(joined, 100).text).length).toBeLessThanOrEqual(1000);
  });

  it("leaves the marks of real scripts alone", () => {
    const text = "Việt Nam, שָׁלוֹם, क्षत्रिय, བསྒྲུབས";
    expect(cutText(text, 1000).text).toBe(text);
  });

  it("looks at no more of a long text than it keeps", () => {
    const started = performance.now();
    const { text } = cutText("word ".repeat(2_000_000), 1000);
    expect(text.length).toBeLessThanOrEqual(1000);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe("what the model is told of a cut", () => {
  it("stands at the end of the text", () => {
    expect(truncate("x".repeat(11), 10)).toBe(
      `${"x".repeat(10)}\n[Cut here: the first 10 characters are shown, there is more.]`,
    );
    expect(truncate("x".repeat(10), 10)).toBe("x".repeat(10));
  });

  it("of a list says how many there are", () => {
    expect(listNote(20, 57, "Narrow the search.")).toBe("[Showing 20 of 57. Narrow the search.]");
    expect(listNote(3, 3, "Narrow the search.")).toBe("");
  });
});
