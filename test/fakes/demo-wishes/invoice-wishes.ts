import type { Dialogue } from "./dialogue";
import { readInvoices, readTotals } from "./invoices";
import { formatMoney, formatSum } from "./money";
import type { Wish } from "./wish";
import { best, counted, quoted } from "./words";

const MONTHS = /\b(january|february|march|april|may|june|july|august|september|october|november|december)\b/i;

function* findInvoices(wish: string): Dialogue {
  const all = yield* readInvoices();
  const month = MONTHS.exec(wish)?.[0];
  const invoices = all.filter(({ text }) => month === undefined || text.toLowerCase().includes(month.toLowerCase()));
  if (invoices.length === 0)
    return `I read ${counted(all.length, "invoice")}, but none names ${month ?? ""} as its date.`;
  const totals = invoices.flatMap(({ total }) => total ?? []);
  return [
    `I found ${counted(invoices.length, "invoice")}:`,
    "",
    "| File | Total |",
    "|---|---|",
    ...invoices.map(
      ({ item, total }) => `| ${quoted(item.name)} | ${total === undefined ? "not known" : formatMoney(total)} |`,
    ),
    "",
    totals.length === 0
      ? "None of them states a total."
      : `**Sum: ${formatSum(totals)}** of ${counted(totals.length, "invoice")}.`,
    ...invoices.flatMap(({ item, problem }) =>
      problem === undefined ? [] : ["", `${quoted(item.name)} could not be read and is not in the sum. ${problem}`],
    ),
  ].join("\n");
}

function* compareInvoices(wish: string): Dialogue {
  const invoices = yield* readTotals();
  const smallest = /small|low|cheap/i.test(wish);
  const winner = best(invoices, ({ total }) => (smallest ? -total.cents : total.cents));
  if (winner === undefined) return "There is no invoice to compare.";
  const which = smallest ? "smallest" : "largest";
  return `The ${which} of ${counted(invoices.length, "invoice")} is ${quoted(winner.item.name)} with **${formatMoney(winner.total)}**.`;
}

/** Wishes about the bills: compared, found and summed. */
export const invoiceWishes: readonly Wish[] = [
  {
    example: "Which invoice is the largest?",
    matches: (text) => /\b(invoice|bill)/i.test(text) && /\b(larg|big|high|most|small|low|cheap)/i.test(text),
    answer: compareInvoices,
  },
  {
    example: "Find my invoices",
    matches: (text) => /\b(invoice|bill)s\b/i.test(text),
    answer: findInvoices,
  },
];
