import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import { environment, getPreferenceValues, open, trash } from "@raycast/api";
import type { Host } from "../agent/ports/host";

/** Orbit's port to the launcher, with Raycast behind it. */
export function raycastHost(): Host {
  return {
    preferences: () => getPreferenceValues(),
    supportFolder: environment.supportPath,
    homeFolder: homedir(),
    open: (target) => open(target),
    trash: (path) => trash(path),
    now: () => new Date(),
    newId: () => randomUUID(),
  };
}
