import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { readExtension } from "../extension";
import { NO_PREFERENCES, type StoredPreferences } from "../preferences";
import type { LaunchRequest } from "../launch-request";
import { QUIET_MAC, type MacSettings } from "./mac-settings";
import type { LauncherServices } from "./services";

/** Writes a package.json into a folder of its own, which goes when the test ends. */
export function manifestFolder(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "extension-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "package.json"), text);
  return folder;
}

const search = { name: "search-notes", title: "Search Notes", mode: "view", keywords: ["find"] };

const create = {
  name: "create-note",
  title: "Create Note",
  subtitle: "Anywhere",
  icon: "create.png",
  mode: "no-view",
  arguments: [
    { name: "title", type: "text", placeholder: "Title", required: true },
    { name: "pin", type: "password", placeholder: "PIN" },
    { name: "folder", type: "dropdown", placeholder: "Folder", data: [{ title: "Inbox", value: "in" }] },
  ],
};

const ask = {
  name: "ask",
  title: "Ask Notes",
  mode: "view",
  arguments: [{ name: "question", type: "text", placeholder: "Question" }],
};

const clock = {
  name: "clock",
  title: "Clock",
  mode: "menu-bar",
  preferences: [
    { name: "zone", type: "textfield", title: "Zone", required: true },
    { name: "hours", type: "dropdown", title: "Hours", data: [{ title: "24 Hours", value: "24" }], default: "24" },
  ],
};

const preferences = [
  { name: "folder", type: "directory", title: "Folder" },
  { name: "token", type: "password", title: "Token", description: "From the web page." },
  { name: "sort", type: "textfield", title: "Sort By", default: "date" },
  { name: "sync", type: "checkbox", title: "Sync", label: "Keep in sync" },
  { name: "editor", type: "appPicker", title: "Editor", default: "TextEdit" },
];

const manifest = {
  name: "notes",
  title: "Notes",
  icon: "icon.png",
  author: "ann",
  commands: [search, create, ask, clock],
};

/** An extension with commands of every mode, arguments and preferences of every kind. */
export function sampleExtension() {
  const folder = manifestFolder(JSON.stringify({ ...manifest, preferences }));
  mkdirSync(join(folder, "assets"));
  for (const icon of [manifest.icon, create.icon]) writeFileSync(join(folder, "assets", icon), "");
  return readExtension(folder);
}

/** Services that keep everything in memory. */
export function memoryServices(set: StoredPreferences = NO_PREFERENCES) {
  const launched: LaunchRequest[] = [];
  let preferences = set;
  let mac = QUIET_MAC;
  const subtitles = new Map<string, string>();
  const active = new Set<string>();
  const listeners = new Set<() => void>();
  const changed = () => listeners.forEach((listener) => listener());
  const services: LauncherServices = {
    extension: sampleExtension(),
    preferencesFile: "/state/preferences.json",
    preferences: () => preferences,
    savePreferences: (next) => {
      preferences = next;
    },
    macSettings: () => mac,
    saveMac: (next: MacSettings) => {
      mac = next;
    },
    subtitleOf: ({ name }) => subtitles.get(name),
    isActive: ({ name }) => active.has(name),
    deactivate: ({ name }) => {
      active.delete(name);
      changed();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    launch: (request) => void launched.push(request),
  };
  return { services, launched, subtitles, active, changed };
}
