/** An amount in hundredths of its currency. */
export type Money = { cents: number; currency: string };

const CURRENCIES: Record<string, string> = { "€": "EUR", $: "USD", "£": "GBP" };
const SIGN = "EUR|USD|GBP|CHF|[€$£]";
const TOTAL = new RegExp(
  `(?<!sub-?)\\btotal(?: amount)?(?: due)?\\s*:?\\s*(?:(${SIGN})\\s*)?(\\d[\\d.,]*)(?:\\s*(${SIGN}))?`,
  "gi",
);

/** The total that a bill's text states: the last one, as subtotals and taxes come before it. */
export function statedTotal(text: string): Money | undefined {
  const match = [...text.matchAll(TOTAL)].at(-1);
  if (match === undefined) return undefined;
  const sign = (match[1] ?? match[3] ?? "EUR").toUpperCase();
  return { cents: parseCents(match[2] ?? ""), currency: CURRENCIES[sign] ?? sign };
}

/** Reads `1,240.50`, `1.240,50`, `86.4` and `59`. A single separator before three digits separates thousands. */
export function parseCents(text: string): number {
  const digits = text.replace(/[.,]+$/, "");
  const separator = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  const decimals = separator === -1 ? "" : digits.slice(separator + 1);
  const hasDecimals = decimals.length > 0 && decimals.length < 3;
  const whole = (hasDecimals ? digits.slice(0, separator) : digits).replace(/[.,]/g, "");
  return Number(whole) * 100 + (hasDecimals ? Number(decimals.padEnd(2, "0")) : 0);
}

/** The sums by currency, such as `1,300.40 EUR and 20.00 USD`. */
export function formatSum(amounts: readonly Money[]): string {
  const currencies = [...new Set(amounts.map(({ currency }) => currency))];
  const sums = currencies.map((currency) => ({
    currency,
    cents: amounts.reduce((sum, amount) => (amount.currency === currency ? sum + amount.cents : sum), 0),
  }));
  return sums.map(formatMoney).join(" and ");
}

/** An amount such as `1,240.50 EUR`. */
export function formatMoney({ cents, currency }: Money): string {
  return `${(cents / 100).toLocaleString("en", { minimumFractionDigits: 2 })} ${currency}`;
}
