import { shortenLine } from "../../agent/text/shorten-line";

/** How far into the text the first line is looked for: a title never needs more, and answers can be very long. */
const MOST_SEARCHED = 2_000;
const MOST_CHARACTERS = 200;

/** The first line of Markdown that says something, as a title: without marks, links as their text, cells side by side. */
export function plainLine(markdown: string): string {
  const lines = markdown.slice(0, MOST_SEARCHED).split("\n");
  const plain = lines.filter((line) => !/^\s*(```|~~~)/.test(line)).map(withoutMarks);
  const first = plain.find((line) => /[\p{L}\p{N}\p{S}]/u.test(line)) ?? markdown.slice(0, MOST_SEARCHED).trim();
  return shortenLine(first, MOST_CHARACTERS);
}

function withoutMarks(line: string): string {
  const bare = line.replace(/^\s*(?:(?:>|#{1,6}|[-*+]|\d+[.)])\s+)*(?:\[[ x]\]\s+)?/i, "");
  return cells(bare)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*|__|~~|`+/g, "")
    .replace(/(^|[^\p{L}\p{N}])[*_](\S|\S.*?\S)[*_](?![\p{L}\p{N}])/gu, "$1$2")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .trim();
}

function cells(line: string): string {
  const row = line.trim();
  if (!row.startsWith("|") || /^[|:\s-]+$/.test(row)) return row.replace(/^[|:\s-]+$/, "");
  return row
    .split("|")
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "")
    .join(" · ");
}
