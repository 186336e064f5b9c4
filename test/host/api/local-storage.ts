import type * as Raycast from "@raycast/api";
import { currentHost } from "../command/host";
import { HostError } from "../command/host-error";

/** Small values of the extension that outlive the window. */
export const LocalStorage = {
  // The caller names the type of what it stored, and Raycast believes it.
  getItem: <T extends Raycast.LocalStorage.Value>(key: string): Promise<T | undefined> =>
    Promise.resolve(currentHost().world.localStorage.get(key) as T | undefined),
  allItems: <T extends Raycast.LocalStorage.Values>(): Promise<T> =>
    Promise.resolve(Object.fromEntries(currentHost().world.localStorage) as T),
  setItem(key: string, value: Raycast.LocalStorage.Value): Promise<void> {
    if (!["string", "number", "boolean"].includes(typeof value)) {
      throw new HostError(`LocalStorage cannot hold a value of type ${typeof value}.`);
    }
    currentHost().world.localStorage.set(key, value);
    return Promise.resolve();
  },
  removeItem(key: string): Promise<void> {
    currentHost().world.localStorage.delete(key);
    return Promise.resolve();
  },
  clear(): Promise<void> {
    currentHost().world.localStorage.clear();
    return Promise.resolve();
  },
};
