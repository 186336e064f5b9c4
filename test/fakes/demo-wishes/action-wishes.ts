import { call, type Dialogue } from "./dialogue";
import { readTotals } from "./invoices";
import { formatMoney, formatSum } from "./money";
import { confirmation, newest } from "./tool-text";
import { search, searchFiles, type Wish } from "./wish";
import { best, counted, keywords, matchCount, quoted } from "./words";

function* openFile(wish: string): Dialogue {
  const words = keywords(wish);
  const files = yield* searchFiles({ query: words.join(" ").replace(/s$/, "") || "invoice" });
  // A search also finds what only mentions the words; what has them in its name is meant first.
  const named = files.filter(({ name }) => matchCount(name, words) === words.length);
  const [first, ...others] = named.length > 0 ? named : files;
  if (first === undefined) return "There is nothing to open.";
  const file = /\b(newest|latest|last)\b/i.test(wish) ? newest([first, ...others]) : first;
  return confirmation(yield* call("open_file", { path: file.path }), `open ${quoted(file.name)}`);
}

function* trash(wish: string): Dialogue {
  const words = keywords(wish, ["trash", "delete", "bin", "throw", "away", "remove"]);
  const found = yield* search({ query: words.join(" ") || "draft" });
  const age = /\bold(est)?\b/i.test(wish) ? ["old"] : [];
  const item =
    best(found, ({ name, isFolder }) => matchCount(name, [...words, ...age]) - (isFolder ? 10 : 0)) ?? newest(found);
  const outcome = yield* call("move_to_trash", { path: item.path });
  return `Done. ${confirmation(outcome, `move ${quoted(item.name)} to the Trash`)}`;
}

function* writeTotals(wish: string): Dialogue {
  const invoices = yield* readTotals();
  const name = /[\p{L}\p{N}_-]+\.(?:txt|md|csv)\b/iu.exec(wish)?.[0] ?? "totals.txt";
  const folder = invoices[0]?.item.path.replace(/[^/]*$/, "") ?? "~/";
  const lines = invoices.map(({ item, total }) => `${item.name}: ${formatMoney(total)}`);
  const sum = formatSum(invoices.map(({ total }) => total));
  const outcome = yield* call(
    "create_file",
    { path: `${folder}${name}`, content: `${lines.join("\n")}\n\nSum: ${sum}\n` },
    `The sum of ${counted(invoices.length, "invoice")} is ${sum}.`,
  );
  return `Done. ${confirmation(outcome, `create ${quoted(name)}`)}`;
}

function* createFile(wish: string): Dialogue {
  const name = /[\p{L}\p{N}_-]+\.(?:txt|md|csv)\b/iu.exec(wish)?.[0] ?? "note.txt";
  const [, , content = ""] = /\b(that says|saying|with the text|with|containing)\b:?\s*(.+)$/is.exec(wish) ?? [];
  const input = { path: `~/Documents/${name}`, content: `${content.replace(/^["“']|["”']$/g, "")}\n` };
  return `Done. ${confirmation(yield* call("create_file", input), `create ${quoted(name)}`)}`;
}

/** Wishes that open, create or remove something. The sum comes before files in general. */
export const actionWishes: readonly Wish[] = [
  { example: "Open the newest invoice", matches: (text) => /^\W*(please )?open\b/i.test(text), answer: openFile },
  {
    example: "Move the old draft to the Trash",
    matches: (text) => /\b(trash|delete|throw away)\b/i.test(text),
    answer: trash,
  },
  {
    example: "Create a file totals.txt with their sum",
    matches: (text) => /\b(create|write|make|save)\b/i.test(text) && /\b(sum|totals?)\b(?!\.\w)/i.test(text),
    answer: writeTotals,
  },
  {
    example: "Create a file hello.txt that says Good morning",
    matches: (text) => /\b(create|write|make|save)\b/i.test(text) && /\bfile\b|\.(txt|md|csv)\b/i.test(text),
    answer: createFile,
  },
];
