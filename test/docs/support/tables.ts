/** The cells of a page's tables, row by row, without the heads. */
export function tableRows(page: string): string[][] {
  const lines = page.split("\n");
  return lines.flatMap((line, at) => {
    const isHead = /^\| -/.test(lines[at + 1] ?? "");
    const cells = line.startsWith("| ") && !isHead ? line.split("|").slice(1, -1) : [];
    return cells.length === 0 || /^\| -/.test(line) ? [] : [cells.map((cell) => cell.trim())];
  });
}

/** The text of a page from a heading to the next one of its kind. */
export function section(page: string, heading: string): string {
  return page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
}
