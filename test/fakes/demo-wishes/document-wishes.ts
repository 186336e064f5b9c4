import { csvRecords } from "./csv";
import { call, type Dialogue } from "./dialogue";
import { formatMoney, parseCents } from "./money";
import { modifiedTime, newest, reported, succeeded } from "./tool-text";
import { readFile, search, searchFiles, type Wish } from "./wish";
import { best, counted, keywords, matchCount, quoted } from "./words";

function* contractClause(wish: string): Dialogue {
  const [subject = "", topic = ""] = wish.split(/\babout\b/i);
  const words = keywords(subject);
  const contracts = yield* searchFiles({ query: "contract" });
  const contract = best(contracts, ({ name }) => matchCount(name, words)) ?? newest(contracts);

  const topicWords = keywords(topic);
  const paragraphs = (yield* readFile(contract)).split(/\n+/).map((line) => line.trim());
  const most = Math.max(0, ...paragraphs.map((line) => matchCount(line, topicWords)));
  if (most === 0) return `${quoted(contract.name)} says nothing about ${topicWords.join(" ") || "that"}.`;
  const found = paragraphs.filter((line) => matchCount(line, topicWords) === most);
  return [`${quoted(contract.name)} says:`, "", ...found.map((line) => `> ${line}`)].join("\n");
}

function* spending(wish: string): Dialogue {
  const [, topic = ""] = /\bon\b(.*)/i.exec(wish) ?? [];
  const words = keywords(topic, ["month", "year", "week"]);
  const file = newest(yield* searchFiles({ query: "expenses" }));
  const records = csvRecords(yield* readFile(file));
  const matching = records.filter((record) => matchCount(Object.values(record).join(" "), words) === words.length);
  if (matching.length === 0)
    return `${quoted(file.name)} has ${counted(records.length, "line")}, none of them on ${words.join(" ")}.`;
  const cents = matching.reduce((sum, record) => sum + parseCents(amountOf(record)), 0);
  const sum = formatMoney({ cents, currency: "EUR" });
  return `You spent **${sum}** on ${words.join(" ") || "everything"}: ${counted(matching.length, "line")} of ${quoted(file.name)}.`;
}

function amountOf(record: Record<string, string>): string {
  return Object.entries(record).find(([column]) => /amount|sum|price/i.test(column))?.[1] ?? "";
}

function* meetingNotes(): Dialogue {
  const file = newest(yield* searchFiles({ query: "meeting" }));
  const lines = (yield* readFile(file)).split(/\n+/).map((line) => line.trim());
  const points = lines.filter((line) => /^(decision|decided|action|next|date)\b.*:/i.test(line));
  if (points.length === 0) return `${quoted(file.name)} begins: ${lines[0] ?? ""}`;
  return [`The points of ${quoted(file.name)}:`, "", ...points.map((line) => `- ${line}`)].join("\n");
}

function* toDoList(): Dialogue {
  const file = newest(yield* searchFiles({ query: "to-do" }));
  const entries = [...(yield* readFile(file)).matchAll(/^\s*[-*] \[([ xX])\] (.+)$/gm)];
  const open = entries.filter(([, mark]) => mark === " ").map(([, , text = ""]) => text);
  if (open.length === 0)
    return `Nothing is open in ${quoted(file.name)}: ${counted(entries.length, "point")}, all done.`;
  return [`Open in ${quoted(file.name)}:`, "", ...open.map((text) => `- ${text}`)].join("\n");
}

function* lastChange(wish: string): Dialogue {
  const words = keywords(wish, ["change", "changed", "edit", "edited", "modify", "modified", "touch", "touched"]);
  const items = yield* search({ query: words.join(" ") || "budget" });
  const file = best(items, ({ name }) => matchCount(name, words)) ?? newest(items);
  const outcome = succeeded(yield* call("get_file_info", { path: file.path }), `look at ${file.name}`);
  const modified = modifiedTime(outcome.content);
  return modified === undefined ? reported(outcome) : `You last changed ${quoted(file.name)} on **${modified}**.`;
}

/** Wishes that are answered from what a document says. */
export const documentWishes: readonly Wish[] = [
  {
    example: "What does the lease contract say about the notice period?",
    matches: (text) => /\bcontract\b/i.test(text),
    answer: contractClause,
  },
  { example: "How much did I spend on coffee?", matches: (text) => /\bspen[dt]\b/i.test(text), answer: spending },
  { example: "When did I last change the budget?", matches: (text) => /\bwhen\b/i.test(text), answer: lastChange },
  { example: "Summarise the meeting notes", matches: (text) => /\bmeeting\b/i.test(text), answer: meetingNotes },
  { example: "What is on my to-do list?", matches: (text) => /\bto-?do\b/i.test(text), answer: toDoList },
];
