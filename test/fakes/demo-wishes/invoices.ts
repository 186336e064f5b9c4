import { EarlyAnswer, type Dialogue } from "./dialogue";
import { statedTotal, type Money } from "./money";
import { fileContent, reported, type ListedItem } from "./tool-text";
import { search } from "./wish";
import { counted } from "./words";

/** The most invoices read for one wish: with the search and one change it stays below fifteen calls. */
const MAX_READS = 12;

/** An invoice as it was read: its text, what it states as total, and why it could not be read. */
export type Invoice = { item: ListedItem; text: string; total: Money | undefined; problem: string | undefined };

/** Searches for the invoices and reads them all in one turn. */
export function* readInvoices(): Dialogue<Invoice[]> {
  const items = (yield* search({ query: "invoice", kind: "pdf" })).slice(0, MAX_READS);
  const outcomes = yield { calls: items.map(({ path }) => ({ name: "read_file", input: { path } })) };
  return outcomes.map((outcome, index) => {
    const text = fileContent(outcome);
    return {
      item: items[index] ?? { path: "", name: "", isFolder: false, modified: "" },
      text: text ?? "",
      total: text === undefined ? undefined : statedTotal(text),
      problem: text === undefined ? reported(outcome) : undefined,
    };
  });
}

/** The invoices that state a total. Ends the dialogue where none does. */
export function* readTotals(): Dialogue<{ item: ListedItem; total: Money }[]> {
  const invoices = yield* readInvoices();
  const known = invoices.flatMap(({ item, total }) => (total === undefined ? [] : [{ item, total }]));
  if (known.length === 0)
    throw new EarlyAnswer(`I found ${counted(invoices.length, "file")}, but none states a total.`);
  return known;
}
