import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Host } from "../agent/ports/host";
import { trash } from "./trash";

/** The terminal as a launcher. Everything it keeps lies below the home folder that it is given. */
export function terminalHost(preferences: Record<string, string>, home: string | undefined): Host {
  const homeFolder = home === undefined ? homedir() : resolve(home);
  const now = () => new Date();
  return {
    preferences: () => preferences,
    homeFolder,
    supportFolder: supportFolder(homeFolder),
    open: openWithSystem,
    trash: (path) => trash(path, homeFolder, now()),
    now,
    newId: () => randomUUID(),
  };
}

function supportFolder(home: string): string {
  return process.platform === "darwin"
    ? join(home, "Library", "Application Support", "Orbit Terminal")
    : join(home, ".local", "share", "orbit");
}

/** Targets are absolute paths or links, so none can be taken for a flag. Rejects where the system has no opener. */
function openWithSystem(target: string): Promise<void> {
  const program = process.platform === "darwin" ? "/usr/bin/open" : "xdg-open";
  return new Promise((resolvePromise, reject) => {
    const child = spawn(program, [target], { stdio: "ignore" });
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0 ? resolvePromise() : reject(new Error(`${program} ended with ${code ?? "a signal"}.`)),
    );
  });
}
