import type * as Raycast from "@raycast/api";
import { currentHost, emit } from "../command/host";
import { HostError } from "../command/host-error";
import { checkKeys } from "./check-keys";
import { PopToRootType } from "./enums";

type Closing = NonNullable<Parameters<typeof Raycast.closeMainWindow>[0]>;

function checkClosing(name: string, options: Closing): void {
  checkKeys(`The argument of ${name}`, options, ["clearRootSearch", "popToRootType"]);
  const { popToRootType } = options;
  if (popToRootType !== undefined && !Object.values(PopToRootType).includes(popToRootType))
    throw new HostError(`${name} has no popToRootType "${popToRootType}".`);
}

/** A short message that closes the window. */
export function showHUD(title: string, options: Closing = {}): Promise<void> {
  checkClosing("showHUD", options);
  emit({ kind: "hud", title, ...options });
  return Promise.resolve();
}

/** Closes the window. The command itself stays loaded for a while; session.close() is its end. */
export function closeMainWindow(options: Closing = {}): Promise<void> {
  checkClosing("closeMainWindow", options);
  emit({ kind: "window closed", ...options });
  return Promise.resolve();
}

/** Leaves the command, which is its end. */
export function popToRoot(options: { clearSearchBar?: boolean } = {}): Promise<void> {
  checkKeys("The argument of popToRoot", options, ["clearSearchBar"]);
  const { clearSearchBar } = options;
  emit({ kind: "popped to root", ...(clearSearchBar !== undefined && { clearRootSearch: clearSearchBar }) });
  currentHost().leave(false);
  return Promise.resolve();
}
