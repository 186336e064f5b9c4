import type { Choice, ChoiceSection } from "../frame/frame";

/** Whether each word that was typed stands in one of some texts. */
export function fitsTyped(typed: string, texts: readonly string[]): boolean {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => texts.some((text) => text.toLowerCase().includes(word)));
}

/** The choices that fit what was typed by their titles or keywords. */
export function matchingSections(sections: readonly ChoiceSection[], typed: string): ChoiceSection[] {
  const fits = ({ title, keywords }: Choice) => fitsTyped(typed, [title, ...keywords]);
  return sections
    .map((section) => ({ ...section, choices: section.choices.filter(fits) }))
    .filter((section) => section.choices.length > 0);
}

/** The choice with a value. */
export const choiceOf = (sections: readonly ChoiceSection[], value: string): Choice | undefined =>
  sections.flatMap((section) => section.choices).find((choice) => choice.value === value);

/** The position after a key in a list of `count`: over the end it goes on at the start. */
export function movedIndex(index: number, key: string, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case "ArrowDown":
      return (index + 1) % count;
    case "ArrowUp":
      return (index - 1 + count) % count;
    case "PageDown":
      return Math.min(index + 6, count - 1);
    case "PageUp":
      return Math.max(index - 6, 0);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
