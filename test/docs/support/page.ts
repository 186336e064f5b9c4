import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folder of the project. */
export const ROOT = join(import.meta.dirname, "..", "..", "..");

/** A page of docs/ as text. */
export function readPage(name: string): string {
  return readFileSync(join(ROOT, "docs", name), "utf8");
}

/** The files of TypeScript that a page holds: each stands in a fence whose info string names it. By path. */
export function pageFiles(page: string): Map<string, string> {
  const fences = page.matchAll(/^```ts (\S+)\n([^]*?)^```$/gm);
  return new Map([...fences].map(([, path = "", code = ""]) => [path, code]));
}

/** Paths from the root of the project that a page names, and that are neither there nor among `others`. */
export function missingPaths(page: string, others: Iterable<string> = []): string[] {
  const made = new Set(others);
  return [...namedPaths(page)].filter((path) => !made.has(path) && !existsSync(join(ROOT, path)));
}

function namedPaths(page: string): Set<string> {
  return new Set([...page.matchAll(/`((?:src|test|docs|scripts)\/[\w./-]+)`/g)].map(([, path = ""]) => path));
}
