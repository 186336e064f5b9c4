import { expect, test } from "vitest";
import type { ChoiceSection } from "../frame/frame";
import { choiceOf, matchingSections, movedIndex } from "./choices";

const sections: ChoiceSection[] = [
  {
    title: "Anthropic",
    choices: [
      { value: "sonnet", title: "Claude Sonnet", keywords: ["fast"] },
      { value: "opus", title: "Claude Opus", keywords: ["slow", "strong"] },
    ],
  },
  { title: "Local", choices: [{ value: "qwen", title: "Qwen 3", keywords: ["ollama", "fast"] }] },
];

const values = (typed: string) =>
  matchingSections(sections, typed).flatMap(({ choices }) => choices.map((c) => c.value));

test.each([
  ["", ["sonnet", "opus", "qwen"]],
  ["CLAUDE", ["sonnet", "opus"]],
  ["fast", ["sonnet", "qwen"]],
  ["claude fast", ["sonnet"]],
  ["  op ", ["opus"]],
  ["gpt", []],
])("H2 %o finds the choices %j by title and keywords", (typed, expected) => {
  expect(values(typed)).toEqual(expected);
});

test("a section without a fitting choice is left out", () => {
  expect(matchingSections(sections, "qwen").map(({ title }) => title)).toEqual(["Local"]);
});

test("a choice is found by its value in any section", () => {
  expect(choiceOf(sections, "qwen")?.title).toBe("Qwen 3");
  expect(choiceOf(sections, "none")).toBeUndefined();
});

test.each([
  [0, "ArrowDown", 3, 1],
  [2, "ArrowDown", 3, 0],
  [0, "ArrowUp", 3, 2],
  [1, "End", 9, 8],
  [4, "Home", 9, 0],
  [1, "PageDown", 4, 3],
  [7, "PageUp", 9, 1],
  [0, "ArrowDown", 0, undefined],
  [0, "a", 3, undefined],
])("from %i, %s in a list of %i leads to %o", (index, key, count, expected) => {
  expect(movedIndex(index, key, count)).toBe(expected);
});
