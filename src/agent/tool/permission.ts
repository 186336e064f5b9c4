import * as z from "zod";

/** What macOS must allow before a tool can do its work. */
export const permissionKindSchema = z.enum([
  "files",
  "full_disk",
  "contacts",
  "calendars",
  "reminders",
  "photos",
  "automation_mail",
  "automation_notes",
  "automation_finder",
  "automation_system_events",
  "automation_photos",
  "accessibility",
]);

/** See `permissionKindSchema`. */
export type PermissionKind = z.infer<typeof permissionKindSchema>;
