/** The records of CSV text with a header line, by column name. Fields may be quoted; comma or semicolon separates. */
export function csvRecords(text: string): Record<string, string>[] {
  const [header = "", ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const separator = header.includes(";") ? ";" : ",";
  const names = splitLine(header, separator);
  return lines.map((line) => {
    const fields = splitLine(line, separator);
    return Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ""]));
  });
}

function splitLine(line: string, separator: string): string[] {
  const fields = line.matchAll(new RegExp(`(?:^|${separator})(?:"((?:[^"]|"")*)"|([^${separator}]*))`, "g"));
  return [...fields].map(([, quoted, plain = ""]) =>
    quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'),
  );
}
