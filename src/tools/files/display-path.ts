import { posix } from "node:path";
import { inlinePath } from "../../agent/text/untrusted-text";
import { segmentsBelow } from "./path-policy";

/** A path as cards hold it: `~/…` inside the home folder, otherwise unchanged. Opens as it stands. */
export function homePath(path: string, home: string): string {
  const below = segmentsBelow(path, home);
  return below === undefined ? path : ["~", ...below].join("/");
}

/**
 * A path as models and people see it: `~/…`, on one line, without invisible characters or angle brackets. `locate` finds
 * the item again from this form.
 */
export function displayPath(path: string, home: string): string {
  return inlinePath(homePath(path, home).normalize("NFC"));
}

/** The last part of a path, as models and people see it. */
export function displayName(path: string): string {
  return inlinePath(posix.basename(path).normalize("NFC"));
}

/**
 * Two names with the same key look alike to a model. Special spaces count as spaces: macOS puts a narrow no-break space
 * into the names of its screenshots, and models answer with a plain one.
 */
export function displayKey(name: string): string {
  return inlinePath(name.normalize("NFC"))
    .replace(/\p{Zs}/gu, " ")
    .trim();
}
