import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type * as raycast from "@raycast/api";
import type * as standIn from ".";

type Real = typeof raycast;
type StandIn = typeof standIn;

/** What the stand-in leaves out on purpose: what is deprecated, and actions that no command of ours has. */
interface LeftOut {
  Action: "InstallMCPServer";
  ActionPanel: "Item";
  Color: "Brown";
  Form: "DropdownItem" | "DropdownSection" | "TagPickerItem";
  Grid: "ItemSize";
  Icon: Exclude<keyof Real["Icon"], keyof StandIn["Icon"]>;
  environment: "theme";
}

type Without<T, Names extends PropertyKey> = Omit<T, Names> &
  (T extends (props: infer P) => infer R ? (props: P) => R : unknown);

/** Toast and Cache have private fields, which nothing but themselves fits: compared is what a command can touch. */
type ToastFace = Pick<InstanceType<Real["Toast"]>, keyof InstanceType<Real["Toast"]>>;
type ToastArguments = ConstructorParameters<Real["Toast"]>;
type CacheFace = Pick<InstanceType<Real["Cache"]>, keyof InstanceType<Real["Cache"]>>;
interface Faces {
  Cache: (new (...options: ConstructorParameters<Real["Cache"]>) => CacheFace) &
    Pick<Real["Cache"], "STORAGE_DIRECTORY_NAME" | "DEFAULT_CAPACITY">;
  Toast: (new (...options: ToastArguments) => ToastFace) & { Style: Real["Toast"]["Style"] };
  showToast: ((...options: ToastArguments) => Promise<ToastFace>) &
    ((...old: Parameters<Real["showToast"]>) => Promise<ToastFace>);
}

type Wanted<Name extends keyof Real> = Name extends keyof Faces
  ? Faces[Name]
  : Name extends keyof LeftOut
    ? Without<Real[Name], LeftOut[Name]>
    : Real[Name];

/** True where a command that is typed against the real export can use the stand-in's in its place. */
type Fits<Name> = Name extends keyof Real & keyof StandIn ? (StandIn[Name] extends Wanted<Name> ? true : false) : false;

// To add a name: export it in index.ts and put it here. TypeScript refuses this table when a name is missing, is not
// Raycast's, or has a type that does not fit.
const NAMES = {
  Action: true,
  ActionPanel: true,
  Alert: true,
  BrowserExtension: true,
  Cache: true,
  Clipboard: true,
  Color: true,
  Detail: true,
  Form: true,
  Grid: true,
  Icon: true,
  Image: true,
  Keyboard: true,
  LaunchType: true,
  List: true,
  LocalStorage: true,
  MenuBarExtra: true,
  PopToRootType: true,
  Toast: true,
  captureException: true,
  clearSearchBar: true,
  closeMainWindow: true,
  confirmAlert: true,
  environment: true,
  getApplications: true,
  getDefaultApplication: true,
  getFrontmostApplication: true,
  getPreferenceValues: true,
  getSelectedFinderItems: true,
  getSelectedText: true,
  launchCommand: true,
  open: true,
  openCommandPreferences: true,
  openExtensionPreferences: true,
  popToRoot: true,
  showHUD: true,
  showInFinder: true,
  showToast: true,
  trash: true,
  updateCommandMetadata: true,
  useNavigation: true,
} satisfies { [Name in keyof StandIn]: Fits<Name> };

/** The values that a source file imports from @raycast/api; types are gone when it runs. */
function importedNames(source: string): string[] {
  const imports = source.matchAll(/import\s+(?!type\s)(?:(\*|\w)[^{};]*|\{([^}]*)\})\s*from\s*"@raycast\/api"/g);
  return [...imports].flatMap(([, whole, list = ""]) => {
    if (whole !== undefined) return ["(the whole module)"];
    const entries = list.split(",").map((entry) => entry.trim());
    return entries
      .filter((entry) => entry !== "" && !entry.startsWith("type "))
      .map((entry) => entry.split(" ")[0] ?? "");
  });
}

describe("the stand-in for @raycast/api", () => {
  it("M5.4 has every name that src imports, with a type that fits", () => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
    const imported = files.flatMap((file) =>
      importedNames(readFileSync(join("src", file), "utf8")).map((name) => ({ file, name })),
    );
    expect(imported.filter(({ name }) => !Object.hasOwn(NAMES, name))).toEqual([]);
  });

  it("reads names from every form of import", () => {
    const source = [
      'import { List, type LaunchProps, Action as A } from "@raycast/api";',
      'import type { Form } from "@raycast/api";',
      'import {\n  Icon,\n  Grid,\n} from "@raycast/api";',
      'import { useState } from "react";',
      'import * as everything from "@raycast/api";',
    ].join("\n");
    expect(importedNames(source)).toEqual(["List", "Action", "Icon", "Grid", "(the whole module)"]);
  });

  it("exports exactly the names whose types are compared", async () => {
    expect(Object.keys(await import(".")).sort()).toEqual(Object.keys(NAMES).sort());
  });
});
