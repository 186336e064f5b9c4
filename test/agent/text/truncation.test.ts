import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TEXT_LIMITS } from "../../../src/agent/text/text-limits";
import { characterCount, cutText, limitList, listNote, truncate } from "../../../src/agent/text/truncation";

describe("C9 what a model gets at most", () => {
  it("is one table", () => {
    expect(TEXT_LIMITS).toEqual({
      toolResult: 45_000,
      fileContent: 20_000,
      longestFileContent: 40_000,
      mailBody: 4_000,
      noteContent: 20_000,
      listItems: 20,
      selectedText: 4_000,
      selectionPaths: 50,
      inlineValue: 300,
      inlinePath: 1_000,
    });
  });
});

describe("C9 a text and its limit", () => {
  it.each([
    ["short", "abc", 3, "abc"],
    ["at a word", `${"x".repeat(90)} abcdefgh ijkl`, 100, `${"x".repeat(90)} abcdefgh`],
    ["at a line rather than a word", `${"x".repeat(90)}\nab cd ef gh ij`, 100, "x".repeat(90)],
    [
      "right at the limit where a word ends there",
      `${"x".repeat(90)} abcdefghi jkl`,
      100,
      `${"x".repeat(90)} abcdefghi`,
    ],
    ["at white space of any kind", `${"x".repeat(90)}\u3000abc\tdefgh`, 95, `${"x".repeat(90)}\u3000abc`],
    [
      "at a gap in the last tenth of characters, however long these are",
      `${"🙂".repeat(92)} ${"🙂".repeat(20)}`,
      100,
      "🙂".repeat(92),
    ],
    ["at no gap before that", `${"x".repeat(80)} ${"x".repeat(40)}`, 100, `${"x".repeat(80)} ${"x".repeat(19)}`],
    ["before a line break that is two units", `${"x".repeat(9)}\r\nabc`, 10, "x".repeat(9)],
    ["in a word where the last tenth has no gap", "x".repeat(30), 20, "x".repeat(20)],
    ["nothing where nothing is allowed", "abc", 0, ""],
    ["as many characters as units allow, where they are fewer", "🙂".repeat(10), 10, "🙂".repeat(10)],
    ["between emoji of many parts", "👩‍👩‍👧‍👦".repeat(4), 3, "👩‍👩‍👧‍👦".repeat(3)],
    ["between flags", "🇩🇪🇫🇷🇮🇹", 2, "🇩🇪🇫🇷"],
    ["after a letter with its accent", "e\u0301".repeat(5), 3, "e\u0301".repeat(3)],
  ])("is cut %s", (_name, text, limit, kept) => {
    expect(cutText(text, limit)).toMatchObject({ text: kept, isCut: kept !== text });
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
    expect(cutText(`a${"\u0301".repeat(1000)}b`, 100)).toEqual({ text: `a${"\u0301".repeat(8)}b`, isCut: false });
    const joined = `${"👩\u200d".repeat(5000)}👩`;
    expect(Array.from(cutText(joined, 100).text).length).toBeLessThanOrEqual(1000);
  });

  it("counts a character of many scalars as several", () => {
    const chain = `👩${"\u200d👩".repeat(9)}`;
    expect(cutText(chain.repeat(15), 10)).toEqual({ text: chain.repeat(5), isCut: true, characters: 5 });
  });

  it("stops reading within piled-up marks, and then says that there is more", () => {
    const cut = cutText(`ab${"\u0301".repeat(50_000)}c`, 100);
    expect(cut).toEqual({ text: "a", isCut: true, characters: 1 });
  });

  it("leaves the marks of real scripts alone", () => {
    const text = "Việt Nam, שָׁלוֹם, क्षत्रिय, བསྒྲུབས";
    expect(cutText(text, 1000).text).toBe(text);
  });

  it("costs no more where the text is long: what is not kept is not looked at", () => {
    const short = "word ".repeat(5_000);
    const long = `${short}${"a\u0301 ".repeat(10_000_000)}`;
    const times = [short, long].map((text) => {
      const started = performance.now();
      for (let round = 0; round < 20; round += 1) cutText(text, 1000);
      return performance.now() - started;
    });
    expect(times[1] ?? 0).toBeLessThan(20 * (times[0] ?? 0) + 50);
  });

  it("is kept as a law, whatever text and limit", () => {
    const graphemes = (text: string) => Array.from(new Intl.Segmenter("en").segment(text), ({ segment }) => segment);
    const piece = fc.constantFrom("a", "bc", " ", "\n", "\r\n", "\u3000", "🙂", "👩‍👩‍👧‍👦", "🇩🇪", "e\u0301", "क्ष", "\ud83d");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.nat({ max: 70 }), (pieces, limit) => {
        const text = pieces.join("").toWellFormed();
        const cut = cutText(text, limit);
        const whole = graphemes(text);
        const kept = graphemes(cut.text);
        expect(whole.slice(0, kept.length)).toEqual(kept);
        expect(kept.length).toBeLessThanOrEqual(limit);
        expect(Array.from(cut.text).length).toBeLessThanOrEqual(limit * 10);
        expect(cut.isCut).toBe(kept.length < whole.length);
        if (!cut.isCut) return;
        expect(cut.characters).toBe(kept.length);
        expect(kept.length).toBeGreaterThanOrEqual(Math.floor(limit * 0.9));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("C9 what the model is told of a cut", () => {
  it("stands at the end of the text, with what is shown and what there is", () => {
    expect(truncate("x".repeat(11), 10)).toBe(
      `${"x".repeat(10)}\n[Cut here: the first 10 of 11 characters are shown.]`,
    );
    expect(truncate("x".repeat(10), 10)).toBe("x".repeat(10));
  });

  it("counts what is really shown, not the limit", () => {
    const text = `${"x".repeat(905)} ${"y".repeat(200)}`;
    expect(truncate(text, 1000)).toBe(`${"x".repeat(905)}\n[Cut here: the first 905 of 1106 characters are shown.]`);
  });

  it("counts characters, and only guesses at a length that would take long to count", () => {
    expect(truncate("👩‍👩‍👧‍👦".repeat(4), 3)).toMatch(/\n\[Cut here: the first 3 of 4 characters are shown\.\]$/);
    expect(characterCount("🇩🇪".repeat(100))).toBe("100");
    expect(characterCount("x".repeat(100_001))).toBe("about 100001");
  });

  it("of a list says how many there are", () => {
    expect(limitList(["a", "b", "c"], 2, "Ask for less.")).toEqual({
      shown: ["a", "b"],
      note: "[Showing 2 of 3. Ask for less.]",
    });
    expect(limitList(["a", "b"], 2, "Ask for less.")).toEqual({ shown: ["a", "b"], note: "" });
    expect(listNote(20, 57, "Narrow the search.")).toBe("[Showing 20 of 57. Narrow the search.]");
    expect(listNote(3, 3, "Narrow the search.")).toBe("");
  });
});
