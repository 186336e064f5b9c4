import type { DemoFile } from "./demo-file";

/** A word that stands in every file that must never be shown: a test that meets it anywhere has found a leak. */
export const SECRET_WORD = "canary-7c1e";

/** Looks like keys and passwords, and is none. The word "invoice" would bring each of them up in a careless search. */
export function secretFiles(): DemoFile[] {
  const pretended = `${SECRET_WORD}: not a real secret, only a file that looks like one. invoice\n`;
  return [
    { path: ".ssh/id_ed25519", content: keyFile("OPENSSH PRIVATE KEY"), daysOld: 500 },
    { path: ".ssh/invoice-server.pub", content: pretended, daysOld: 500 },
    { path: ".env", content: `INVOICE_TOKEN=${SECRET_WORD}\n`, daysOld: 480 },
    { path: ".gnupg/invoice.gpg", content: pretended, daysOld: 480 },
    { path: "Documents/Website/.env", content: `INVOICE_TOKEN=${SECRET_WORD}\n`, daysOld: 70 },
    { path: "Documents/Website/invoice-server.pem", content: keyFile("PRIVATE KEY"), daysOld: 70 },
    { path: "Library/Application Support/Mailbox/invoice.txt", content: pretended, daysOld: 30 },
  ];
}

/** Noise that a search leaves aside: what programs keep for themselves. */
export function unlistedFiles(): DemoFile[] {
  const noise = "Not yours: a package keeps this invoice template.\n";
  return [
    { path: "Documents/Website/index.html", content: "<h1>Our website</h1>\n", daysOld: 15 },
    { path: "Documents/Website/node_modules/invoice-maker/invoice.txt", content: noise, daysOld: 72 },
    { path: "Documents/Website/node_modules/invoice-maker/README.md", content: noise, daysOld: 72 },
    { path: "Documents/Website/.git/invoice.txt", content: noise, daysOld: 72 },
    { path: "Pictures/Invoices.photoslibrary/originals/invoice.txt", content: noise, daysOld: 140 },
  ];
}

function keyFile(kind: string): string {
  return `-----BEGIN ${kind}-----\n${SECRET_WORD} invoice: this is not a key\n-----END ${kind}-----\n`;
}
