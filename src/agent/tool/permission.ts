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

const NAMES: Record<PermissionKind, string> = {
  files: "Files and Folders",
  full_disk: "Full Disk Access",
  contacts: "Contacts",
  calendars: "Calendars (full access)",
  reminders: "Reminders",
  photos: "Photos",
  automation_mail: "Automation: Mail",
  automation_notes: "Automation: Notes",
  automation_finder: "Automation: Finder",
  automation_system_events: "Automation: System Events",
  automation_photos: "Automation: Photos",
  accessibility: "Accessibility",
};

/** A permission as System Settings, Privacy & Security, calls it. */
export function permissionName(kind: PermissionKind): string {
  return NAMES[kind];
}

/** Where the person allows it, in words. */
export function permissionPlace(kind: PermissionKind): string {
  return `System Settings, Privacy & Security, ${permissionName(kind)}`;
}
