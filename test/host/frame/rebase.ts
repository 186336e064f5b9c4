/** Changes of a text that two sides make at once: of an input that a person types into and the command sets as well. */

/**
 * The change from one text to another, done to a third. What was put in goes where it stood: before the same end where
 * the texts end alike, else as far from the start. Text that the third one no longer has is not removed again.
 */
export function rebase(onto: string, from: string, to: string): string {
  if (onto === from) return to;
  const { start, removed, inserted } = textChange(from, to);
  const prefix = commonPrefix(onto, from);
  const suffix = commonSuffix(onto, from, Math.min(onto.length, from.length) - prefix);
  // Where the edit lies wholly after or before what changed otherwise, both changes stand as they are.
  if (start >= from.length - suffix) return splice(onto, onto.length - (from.length - start), removed, inserted);
  if (start + removed <= prefix) return splice(onto, start, removed, inserted);
  return splice(onto, onto.length - suffix, 0, inserted);
}

/** The one stretch in which two texts differ: where it starts, how long it was, and what stands there now. */
export function textChange(from: string, to: string) {
  const start = commonPrefix(from, to);
  const end = commonSuffix(from, to, Math.min(from.length, to.length) - start);
  return { start, removed: from.length - end - start, inserted: to.slice(start, to.length - end) };
}

const splice = (text: string, start: number, removed: number, inserted: string) =>
  text.slice(0, start) + inserted + text.slice(start + removed);

function commonPrefix(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) length++;
  return length;
}

function commonSuffix(one: string, other: string, most: number): number {
  let length = 0;
  while (length < most && one.at(-1 - length) === other.at(-1 - length)) length++;
  return length;
}
