/**
 * The new data, with each part that equals its counterpart in the old taken from there. Frames come as JSON, all new:
 * this way a row that did not change is the same object again, and is not drawn again.
 */
export function reuse<T>(old: unknown, next: T): T;
export function reuse(old: unknown, next: unknown): unknown {
  if (Object.is(old, next)) return old;
  if (Array.isArray(old) && Array.isArray(next)) return reuseList(old, next);
  if (isRecord(old) && isRecord(next)) return reuseRecord(old, next);
  return next;
}

function reuseList(old: readonly unknown[], next: readonly unknown[]): unknown {
  const byId = new Map(old.flatMap((entry) => (identity(entry) === undefined ? [] : [[identity(entry), entry]])));
  const merged = next.map((entry, index) => reuse(byId.get(identity(entry)) ?? old[index], entry));
  return isSameList(old, merged) ? old : merged;
}

function reuseRecord(old: Record<string, unknown>, next: Record<string, unknown>): unknown {
  const merged = Object.fromEntries(Object.entries(next).map(([name, value]) => [name, reuse(old[name], value)]));
  const names = Object.keys(merged);
  const isSame = names.length === Object.keys(old).length && names.every((name) => Object.is(old[name], merged[name]));
  return isSame ? old : merged;
}

const isSameList = (old: readonly unknown[], next: readonly unknown[]) =>
  old.length === next.length && next.every((entry, index) => Object.is(entry, old[index]));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Rows and sections are found again by their own name, wherever they moved to. */
function identity(entry: unknown): unknown {
  return isRecord(entry) ? (entry["id"] ?? entry["key"]) : undefined;
}
