import * as z from "zod";

/** A file or folder as a result row shows it. `path` begins with `~/` where the home folder holds it. */
export const fileItemSchema = z.object({
  path: z.string(),
  name: z.string(),
  isFolder: z.boolean(),
  /** Bytes. */
  size: z.number().exactOptional(),
  /** Milliseconds since 1970, as all times here. */
  modifiedAt: z.number().exactOptional(),
});

const mailItemSchema = z.object({
  id: z.string(),
  subject: z.string(),
  from: z.string(),
  date: z.number(),
  mailbox: z.string().exactOptional(),
  isUnread: z.boolean().exactOptional(),
  preview: z.string().exactOptional(),
});

const mailDraftItemSchema = z.object({
  to: z.array(z.string()),
  cc: z.array(z.string()).exactOptional(),
  bcc: z.array(z.string()).exactOptional(),
  subject: z.string(),
  body: z.string(),
});

const noteItemSchema = z.object({
  id: z.string(),
  title: z.string(),
  folder: z.string().exactOptional(),
  modifiedAt: z.number().exactOptional(),
  preview: z.string().exactOptional(),
});

const eventItemSchema = z.object({
  id: z.string(),
  title: z.string(),
  start: z.number(),
  end: z.number(),
  isAllDay: z.boolean(),
  calendar: z.string().exactOptional(),
  location: z.string().exactOptional(),
});

const reminderItemSchema = z.object({
  id: z.string(),
  title: z.string(),
  isDone: z.boolean(),
  due: z.number().exactOptional(),
  list: z.string().exactOptional(),
});

const contactItemSchema = z.object({
  id: z.string(),
  name: z.string(),
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  organisation: z.string().exactOptional(),
});

const photoItemSchema = z.object({
  id: z.string(),
  name: z.string(),
  takenAt: z.number().exactOptional(),
  path: z.string().exactOptional(),
});

/** A plain confirmation of something that happened: "Dark appearance turned on". */
const infoItemSchema = z.object({ title: z.string(), detail: z.string().exactOptional() });

const knownCardSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("files"), items: z.array(fileItemSchema) }),
  z.object({ type: z.literal("mails"), items: z.array(mailItemSchema) }),
  z.object({ type: z.literal("mail_draft"), items: z.array(mailDraftItemSchema) }),
  z.object({ type: z.literal("notes"), items: z.array(noteItemSchema) }),
  z.object({ type: z.literal("events"), items: z.array(eventItemSchema) }),
  z.object({ type: z.literal("reminders"), items: z.array(reminderItemSchema) }),
  z.object({ type: z.literal("contacts"), items: z.array(contactItemSchema) }),
  z.object({ type: z.literal("photos"), items: z.array(photoItemSchema) }),
  z.object({ type: z.literal("info"), items: z.array(infoItemSchema) }),
]);

/**
 * What a call found or did, as data for rows that the person can act on. Fields that come later are optional. A stored
 * card that this version cannot read, as one of a later version, has no rows: it must not cost the call its result.
 */
export const resultCardSchema = knownCardSchema.catch({ type: "info", items: [] });

/** See `fileItemSchema`. */
export type FileItem = z.infer<typeof fileItemSchema>;
/** See `resultCardSchema`. */
export type ResultCard = z.infer<typeof resultCardSchema>;
