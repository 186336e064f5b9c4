import type { Choice, ChoiceSection } from "../frame/frame";

/** The choices that fit what was typed: each word of it stands in the title or in a keyword. */
export function matchingSections(sections: readonly ChoiceSection[], typed: string): ChoiceSection[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (choice: Choice) => {
    const texts = [choice.title, ...choice.keywords].map((text) => text.toLowerCase());
    return words.every((word) => texts.some((text) => text.includes(word)));
  };
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
