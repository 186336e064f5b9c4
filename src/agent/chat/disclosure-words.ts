import { upperFirst } from "../text/first-letter";
import type { Disclosure, DisclosureKind } from "../tool/disclosure";

const WORDS: Record<DisclosureKind, { one: string; many: (count: number) => string }> = {
  fileNames: counted("file name"),
  fileContents: counted("file"),
  emails: counted("email"),
  notes: counted("note"),
  events: counted("event"),
  reminders: counted("reminder"),
  contacts: counted("contact"),
  photos: { one: "details of 1 photo", many: (count) => `details of ${count} photos` },
  selection: counted("selected item"),
  images: counted("image"),
  shortcuts: counted("shortcut name"),
  shortcutOutputs: { one: "the output of 1 shortcut", many: (count) => `the output of ${count} shortcuts` },
  windowTitles: counted("window title"),
  calendarNames: counted("calendar name"),
  reminderListNames: counted("reminder list name"),
  folderNames: counted("folder name"),
  mailboxNames: counted("mailbox name"),
  albumNames: counted("album name"),
};

const LIST = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** What a note on what was sent says: "3 file names and 1 file sent to Claude". */
export function disclosureWords(items: readonly Disclosure[], recipient: string): string {
  const what = LIST.format(items.map(countWords));
  return upperFirst(`${what} sent to ${recipient === "" ? "the language model" : recipient}`);
}

/** One kind of what was sent: "3 file names". */
export function countWords({ kind, count }: Disclosure): string {
  return count === 1 ? WORDS[kind].one : WORDS[kind].many(count);
}

function counted(noun: string) {
  return { one: `1 ${noun}`, many: (count: number) => `${count} ${noun}s` };
}
