const SMALL_WORDS = new Set(
  (
    "a an and are about can could did do does file files find for from have how i in is it its look me move much my of " +
    "old on open please put say says search show tell that the their them there these this to was what when where which " +
    "with you your newest latest last oldest all any"
  ).split(" "),
);

/** The words of a wish that carry meaning, in lower case, without those in `others`. */
export function keywords(text: string, others: readonly string[] = []): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu) ?? [];
  return words.filter((word) => !SMALL_WORDS.has(word) && !others.includes(word));
}

/** How many of the words a text has, in any case; the plural of a word counts as the word. */
export function matchCount(text: string, words: readonly string[]): number {
  const lower = text.toLowerCase();
  return words.filter((word) => lower.includes(word.replace(/s$/, ""))).length;
}

/** The entry with the highest score; the first of several. */
export function best<T>(entries: readonly T[], score: (entry: T) => number): T | undefined {
  return entries.reduce<T | undefined>(
    (winner, entry) => (winner === undefined || score(entry) > score(winner) ? entry : winner),
    undefined,
  );
}

/** Text in backquotes for an answer, on one line, also within a table. */
export function quoted(text: string): string {
  return `\`${text.replace(/[`|\s]+/g, " ")}\``;
}

/** "1 file", "3 files". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
