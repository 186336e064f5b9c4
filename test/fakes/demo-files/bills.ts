import { daysBefore, type DemoFile } from "./demo-file";
import { scannedPdf, textPdf } from "./pdf";
import { png } from "./png";

type Bill = { number: string; company: string; daysOld: number; lines: readonly [what: string, cents: number][] };

const BILLS: readonly Bill[] = [
  {
    number: "0114",
    company: "Northwind Print",
    daysOld: 150,
    lines: [
      ["2,000 flyers, A5", 31_200],
      ["Delivery", 10_000],
    ],
  },
  { number: "0218", company: "Alpine Coffee", daysOld: 118, lines: [["Espresso beans, 4 kg", 8_640]] },
  {
    number: "0312",
    company: "Harbour Hosting",
    daysOld: 92,
    lines: [
      ["Server, one year", 108_000],
      ["Domain names", 16_050],
    ],
  },
  { number: "0327", company: "Meadow Office Supplies", daysOld: 77, lines: [["Paper and pens", 5_995]] },
  { number: "0419", company: "Blue Kite Design", daysOld: 40, lines: [["Logo, two drafts", 78_000]] },
  {
    number: "0506",
    company: "Alpine Coffee",
    daysOld: 12,
    lines: [
      ["Espresso beans, 4 kg", 8_640],
      ["Descaler", 1_290],
    ],
  },
];

/** The bills of the demo home: PDFs with text, and one that a scanner made. Totals include no tax, to keep them plain. */
export async function billFiles(now: Date): Promise<DemoFile[]> {
  const bills = BILLS.map(async (bill) => ({
    path: `Documents/Bills/invoice-${bill.number}.pdf`,
    content: await textPdf(billText(bill, now), daysBefore(now, bill.daysOld)),
    daysOld: bill.daysOld,
  }));
  const scan = png(64, (x, y) =>
    y * 16 - Math.floor(y * 16) < 0.4 && x > 0.1 && x < 0.8 ? [60, 60, 70] : [250, 250, 245],
  );
  return [
    ...(await Promise.all(bills)),
    {
      path: "Documents/Bills/invoice-scan.pdf",
      content: await scannedPdf(scan, daysBefore(now, 60)),
      daysOld: 60,
    },
  ];
}

function billText({ number, company, daysOld, lines }: Bill, now: Date): string[] {
  const date = daysBefore(now, daysOld).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
  const sum = lines.reduce((total, [, cents]) => total + cents, 0);
  return [
    company,
    `Invoice ${number}`,
    `Date: ${date}`,
    ...lines.map(([what, cents]) => `${what}: ${euros(cents)}`),
    `Total: ${euros(sum)}`,
    "Payable within 30 days. Thank you.",
  ];
}

function euros(cents: number): string {
  return `${(cents / 100).toLocaleString("en", { minimumFractionDigits: 2 })} EUR`;
}
