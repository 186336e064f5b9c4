import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium as playwright, type Browser } from "playwright-core";

const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** Nothing but the page: no graphics card, no look-ups of its own on the network. */
const QUIET = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The Chromium of this machine: the one that ORBIT_CHROMIUM names, else the first one in PATH. Undefined for none, and
 * where ORBIT_CHROMIUM is empty.
 */
export const chromium: string | undefined =
  (process.env["ORBIT_CHROMIUM"] ?? NAMES.map(inPath).find(Boolean)) || undefined;

/**
 * Starts the browser.
 * @throws where there is none: tests ask for `chromium` first, and skip
 */
export function startChromium(): Promise<Browser> {
  if (chromium === undefined) throw new Error(`No Chromium in PATH: none of ${NAMES.join(", ")}.`);
  // Chromium has no sandbox for root, as in most containers.
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return playwright.launch({ executablePath: chromium, args: [...QUIET, ...sandbox] });
}

function inPath(name: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
