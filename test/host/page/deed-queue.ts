import type { Deed } from "../frame/deed";

/** A deed with its number. */
export interface NumberedDeed {
  readonly number: number;
  readonly deed: Deed;
}

/** Posts some deeds. "again" when the host could not be reached: they are then posted once more, as they are. */
export type PostDeeds = (deeds: readonly NumberedDeed[]) => Promise<"done" | "again">;

const MOST_AT_ONCE = 100;
const RETRY_AFTER_MS = 500;

/**
 * Sends deeds in order: one post is under way at a time, what comes meanwhile goes together in the next. A deed of
 * typing that still waits takes in the next one, so that fast typing does not pile up.
 */
export function deedQueue(post: PostDeeds, wait: (ms: number) => Promise<void>): (deed: Deed) => number {
  const waiting: NumberedDeed[] = [];
  let last = 0;
  let isPosting = false;

  const postAll = async () => {
    isPosting = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST_AT_ONCE);
      while ((await post(batch)) === "again") await wait(RETRY_AFTER_MS);
    }
    isPosting = false;
  };

  return (deed) => {
    const number = ++last;
    const before = waiting.at(-1);
    const joined = before === undefined ? undefined : joinedTyping(before.deed, deed);
    if (joined !== undefined) waiting.pop();
    waiting.push({ number, deed: joined ?? deed });
    if (!isPosting) void postAll();
    return number;
  };
}

/** Two deeds of typing in the same input as one: from the text before the first to the text after the second. */
function joinedTyping(first: Deed, second: Deed): Deed | undefined {
  if (first.type === "search" && second.type === "search" && first.screen === second.screen)
    return { ...second, was: first.was };
  const isSameField =
    first.type === "field" && second.type === "field" && first.screen === second.screen && first.id === second.id;
  return isSameField && typeof first.value === "string" && typeof second.value === "string" ? second : undefined;
}
