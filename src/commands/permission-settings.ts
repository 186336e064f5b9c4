import type { PermissionKind } from "../agent/tool/permission";

const PAGES: Record<PermissionKind, string> = {
  files: "Privacy_FilesAndFolders",
  full_disk: "Privacy_AllFiles",
  contacts: "Privacy_Contacts",
  calendars: "Privacy_Calendars",
  reminders: "Privacy_Reminders",
  photos: "Privacy_Photos",
  automation_mail: "Privacy_Automation",
  automation_notes: "Privacy_Automation",
  automation_finder: "Privacy_Automation",
  automation_system_events: "Privacy_Automation",
  automation_photos: "Privacy_Automation",
  accessibility: "Privacy_Accessibility",
};

/** The link to the page of System Settings on which macOS allows something. */
export function permissionSettings(permission: PermissionKind): string {
  return `x-apple.systempreferences:com.apple.preference.security?${PAGES[permission]}`;
}
