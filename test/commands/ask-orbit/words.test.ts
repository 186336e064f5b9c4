import { describe, expect, it } from "vitest";
import { attached, pngOf } from "../../agent/support/sample-images";
import { durationWords, imageWords, tokenWords, toolWords } from "../../../src/commands/ask-orbit/words";

describe("words for people", () => {
  it.each([
    [-5, "< 0.1 s"],
    [49, "< 0.1 s"],
    [50, "0.1 s"],
    [420, "0.4 s"],
    [9_949, "9.9 s"],
    [9_960, "10 s"],
    [59_400, "59 s"],
    [59_600, "1 min 0 s"],
    [125_000, "2 min 5 s"],
  ])("%d milliseconds are %j", (ms, words) => {
    expect(durationWords(ms)).toBe(words);
  });

  it("P9 the images of a question are their names, on one line, or what they are", () => {
    const images = [attached(pngOf(3, 2), "a\ncat.png"), attached(pngOf(300, 200))];
    expect(imageWords([...images, { type: "selected_text", text: "x" }])).toBe("a cat.png, PNG, 300 × 200");
    expect(imageWords(undefined)).toBe("");
  });

  it("tokens from a cache were sent as well", () => {
    expect(tokenWords({ input: 234, cacheRead: 1_000, cacheWrite: 10, output: 56 })).toBe("1,244 in, 56 out");
  });

  it("a tool's name is read as words", () => {
    expect(["search_files", "move_to_trash"].map(toolWords)).toEqual(["Search Files", "Move to Trash"]);
  });
});
