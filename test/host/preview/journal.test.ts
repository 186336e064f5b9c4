import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HostEvent } from "../command/host";
import { signedAddresses } from "../frame/file-address";
import { startJournal } from "./journal";

let home = "";
const addresses = signedAddresses("secret");
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "journal-"));
  writeFileSync(join(home, "plan.pdf"), "");
});
afterAll(() => rmSync(home, { recursive: true }));

function entriesOf(...events: HostEvent[]) {
  const journal = startJournal(home, addresses);
  for (const event of events) journal.add(event);
  return journal.entries;
}

describe("H3 the journal", () => {
  it.each<[string, (home: string) => HostEvent]>([
    ["Copied to the clipboard: one", () => ({ kind: "copied", text: "\none\ntwo", concealed: false })],
    ["Copied to the clipboard, concealed", () => ({ kind: "copied", text: "password", concealed: true })],
    ["Cleared the clipboard", () => ({ kind: "clipboard cleared" })],
    ["Pasted into the app in front: a text", () => ({ kind: "pasted", text: "a text" })],
    ["Opened ~/gone.pdf with Preview", (at) => ({ kind: "opened", target: `${at}/gone.pdf`, application: "Preview" })],
    ["Opened /etc/hosts.missing", () => ({ kind: "opened", target: "/etc/hosts.missing" })],
    ["Asked which app opens ~/a", (at) => ({ kind: "open with", path: `${at}/a` })],
    ["Showed ~/a in the Finder", (at) => ({ kind: "shown in Finder", path: `${at}/a` })],
    ["Moved ~/a to the Trash", (at) => ({ kind: "trashed", path: `${at}/a` })],
    ["Showed ~/a in Quick Look", (at) => ({ kind: "quick look", path: `${at}/a` })],
    ["Made a Quicklink to https://a", () => ({ kind: "quicklink created", link: "https://a" })],
    ["Made a snippet: a", () => ({ kind: "snippet created", text: "a" })],
    ["Started the command ask", () => ({ kind: "launched", name: "ask" })],
  ])("says: %s", (text, event) => {
    expect(entriesOf(event(home))).toEqual([{ number: 1, text }]);
  });

  it("leads to what was opened where that can be looked at", () => {
    const targets = [join(home, "plan.pdf"), "https://example.com/a", home, "javascript:alert(1)", "a\0b"];
    const entries = entriesOf(...targets.map((target) => ({ kind: "opened", target }) as const));
    expect(entries.map(({ href }) => href)).toEqual([
      addresses.addressOf(join(home, "plan.pdf")),
      "https://example.com/a",
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("says nothing of what the page shows in another way", () => {
    expect(entriesOf({ kind: "hud", title: "Done" }, { kind: "window closed" })).toEqual([]);
  });

  it("shortens what is long, and keeps the last hundred", () => {
    const [entry] = entriesOf({ kind: "pasted", text: "x".repeat(1000) });
    expect(entry?.text).toBe(`Pasted into the app in front: ${"x".repeat(60)}…`);
    const many = Array.from({ length: 130 }, () => ({ kind: "pasted", text: "a" }) as const);
    expect(entriesOf(...many).map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, n) => n + 31));
  });
});
