import * as z from "zod";

/** The kinds of content of the person's that can go to a model. */
export const disclosureKindSchema = z.enum([
  "fileNames",
  "fileContents",
  "emails",
  "notes",
  "events",
  "reminders",
  "contacts",
  "photos",
  "selection",
  "images",
  "shortcuts",
  "shortcutOutputs",
  "windowTitles",
  "calendarNames",
  "reminderListNames",
  "folderNames",
  "mailboxNames",
  "albumNames",
]);

/** How many pieces of one kind a text for the model holds. */
export const disclosureSchema = z.object({ kind: disclosureKindSchema, count: z.int().min(1) });

/** See `disclosureKindSchema`. */
export type DisclosureKind = z.infer<typeof disclosureKindSchema>;
/** See `disclosureSchema`. */
export type Disclosure = z.infer<typeof disclosureSchema>;

/** The same, with one entry a kind, in the order in which the kinds first appear. */
export function mergeDisclosures(items: readonly Disclosure[]): Disclosure[] {
  const counts = new Map<DisclosureKind, number>();
  for (const { kind, count } of items) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts].map(([kind, count]) => ({ kind, count }));
}
