import { daysBefore, type DemoFile } from "./demo-file";
import { docx } from "./docx";

/** Contracts, notes and tables of the demo home. */
export function documentFiles(now: Date): DemoFile[] {
  return [
    { path: "Documents/Contracts/Office lease contract.docx", content: docx(LEASE), daysOld: 300 },
    { path: "Documents/Contracts/Coffee machine contract.docx", content: docx(COFFEE_MACHINE), daysOld: 210 },
    { path: "Documents/Meetings/Meeting notes spring.docx", content: docx(SPRING_MEETING), daysOld: 80 },
    { path: "Documents/Meetings/Meeting notes team.docx", content: docx(TEAM_MEETING), daysOld: 9 },
    { path: "Documents/Finance/expenses.csv", content: expenses(now), daysOld: 3 },
    { path: "Documents/Finance/Budget.md", content: BUDGET, daysOld: 26 },
    { path: "Documents/Drafts/Old newsletter draft.md", content: OLD_DRAFT, daysOld: 240 },
    { path: "Documents/Drafts/Newsletter draft.md", content: NEW_DRAFT, daysOld: 5 },
    { path: "Documents/Notes/to-do.md", content: TO_DO, daysOld: 1 },
    { path: "Documents/Notes/Packing list.txt", content: "Tent\nStove\nRain jacket\nCoffee\n", daysOld: 44 },
    // Other programs save text in other encodings: UTF-16 with its mark, and Latin-1.
    { path: "Documents/Notes/Recipe.txt", content: Buffer.from("\ufeff" + RECIPE, "utf16le"), daysOld: 65 },
    { path: "Documents/Notes/Street names.txt", content: Buffer.from(STREETS, "latin1"), daysOld: 400 },
    { path: "Downloads/Read me first.txt", content: "Thank you for downloading this font.\n", daysOld: 33 },
  ];
}

const LEASE = [
  "Office lease contract",
  "Between Harbour Lofts (landlord) and the tenant.",
  "Rent: The monthly rent is 1,150.00 EUR, due on the third working day.",
  "Notice period: Either side may end this contract with a notice of three months to the end of a quarter.",
  "Deposit: The deposit is three monthly rents and is returned within six weeks.",
  "Pets: Small pets are welcome if the neighbours agree.",
];

const COFFEE_MACHINE = [
  "Coffee machine contract",
  "Between Alpine Coffee (owner) and the renter.",
  "Rental fee: The fee is 39.00 EUR a month and covers repairs.",
  "Notice period: The renter may end this contract at any time with a notice of two weeks.",
  "Cleaning: The renter cleans the machine every day.",
];

const SPRING_MEETING = [
  "Meeting notes, spring",
  "We spoke about the move to the new office.",
  "Decision: The move takes place in the first week of the holidays.",
  "Action: Ask three movers for an offer.",
];

const TEAM_MEETING = [
  "Meeting notes, team",
  "Everyone was there. We looked at the numbers and at the website.",
  "Decision: The website gets the new logo of Blue Kite Design.",
  "Decision: The newsletter goes out once a month, not more.",
  "Action: Compare two hosting offers before the contract renews.",
  "Next meeting: in four weeks, same place.",
];

const EXPENSES: readonly [daysOld: number, category: string, what: string, amount: string][] = [
  [88, "Coffee", "Espresso beans", "21.60"],
  [71, "Travel", "Train, return ticket", "64.00"],
  [54, "Coffee", "Coffee with a client", "9.40"],
  [41, "Office", 'Frame for the "best team" picture', "18.90"],
  [23, "Travel", "Bus", "3.20"],
  [10, "Coffee", "Oat milk", "5.25"],
  [4, "Office", "Stamps", "12.75"],
];

function expenses(now: Date): string {
  const rows = EXPENSES.map(([daysOld, category, what, amount]) => {
    const date = daysBefore(now, daysOld).toISOString().slice(0, 10);
    return `${date},${category},"${what.replaceAll('"', '""')}",${amount}`;
  });
  return ["Date,Category,What,Amount EUR", ...rows, ""].join("\n");
}

const BUDGET = `# Budget

| Item | A month |
|---|---|
| Rent | 1,150 EUR |
| Coffee | 60 EUR |
| Travel | 120 EUR |
`;

const OLD_DRAFT = "# Newsletter\n\nA first try from last year. Nobody needs this any more.\n";

const NEW_DRAFT = "# Newsletter\n\nNew logo, new website, same coffee.\n";

const TO_DO = `# To-do

- [x] Book the train
- [ ] Pay invoice 0506
- [ ] Water the plants
- [ ] Answer Blue Kite Design
`;

const RECIPE = "Crêpes\n\n250 g flour, 4 eggs, ½ l milk, a pinch of salt.\nLet it rest for 30 minutes.\n";

const STREETS = "Königstraße\nRue de l'Église\nCalle de la Montaña\n";
