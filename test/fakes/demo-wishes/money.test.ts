import { describe, expect, it } from "vitest";
import { formatSum, parseCents, statedTotal } from "./money";

describe("statedTotal", () => {
  it.each([
    ["Total: 86.40 EUR", 8_640, "EUR"],
    ["Total due EUR 1,240.50", 124_050, "EUR"],
    ["TOTAL AMOUNT: 1.240,50 €", 124_050, "EUR"],
    ["Total: $20", 2_000, "USD"],
    ["Beans: 5.00 EUR Total: 7 EUR Payable within 30 days", 700, "EUR"],
    ["Total: 5.00 EUR\nShipping: 1.00 EUR\nTotal: 6.00 EUR", 600, "EUR"],
  ])("%s", (text, cents, currency) => {
    expect(statedTotal(text)).toEqual({ cents, currency });
  });

  it.each(["", "Thank you.", "Subtotal: 5.00 EUR", "Sub-total: 5.00 EUR", "Totally 5 EUR"])("none in “%s”", (text) => {
    expect(statedTotal(text)).toBeUndefined();
  });
});

describe("parseCents", () => {
  it.each([
    ["1,240.50", 124_050],
    ["1.240,50", 124_050],
    ["1,240", 124_000],
    ["86.4", 8_640],
    ["59", 5_900],
    ["12.", 1_200],
  ])("%s", (text, cents) => {
    expect(parseCents(text)).toBe(cents);
  });
});

describe("formatSum", () => {
  it("adds up each currency for itself", () => {
    const amounts = [
      { cents: 10, currency: "EUR" },
      { cents: 2_000, currency: "USD" },
      { cents: 123_440, currency: "EUR" },
    ];
    expect(formatSum(amounts)).toBe("1,234.50 EUR and 20.00 USD");
  });
});
