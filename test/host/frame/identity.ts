import { randomUUID } from "node:crypto";

// Ids of one thread must not mean anything in another: a late deed for a command that ended must not meet the next one.
const thread = randomUUID().slice(0, 8);
const ids = new WeakMap<object, string>();
let count = 0;

/** A name for an element of the screen, the same as long as it is mounted and no one else's after that. */
export function idOf(node: object): string {
  const id = ids.get(node) ?? `${thread}-${++count}`;
  ids.set(node, id);
  return id;
}
