import { LaunchType } from "../api/enums";
import type { Deed } from "../frame/deed";
import type { MenuBarEntry } from "../frame/frame";
import type { Command } from "./extension";
import type { LaunchRequest } from "./launch-request";
import type { CommandWorker } from "./worker-pool";
import type { Surroundings } from "./surroundings";

/** The menu-bar commands that a person switched on. */
export interface MenuBar {
  /** What they have in the menu bar now. */
  readonly entries: readonly MenuBarEntry[];
  has(name: string): boolean;
  /** Switches a command on, or lets it draw its menu anew. */
  run(command: Command, request: LaunchRequest): void;
  /** Switches a command off. */
  remove(name: string): void;
  /** Does what is meant for a menu; false for anything else. */
  do(page: string, number: number, deed: Deed): boolean;
}

interface Switched {
  readonly command: Command;
  readonly request: LaunchRequest;
  /** The run whose menu shows. It has its handlers, so it stays for as long as its menu does. */
  shown?: { readonly worker: CommandWorker; readonly entry?: MenuBarEntry };
  /** The run that has not drawn yet. */
  next?: CommandWorker;
}

/** Starts with an empty menu bar. */
export function menuBar({ start, failed, changed }: Surroundings): MenuBar {
  const switched = new Map<string, Switched>();

  function run(command: Command, request: LaunchRequest): void {
    const before = switched.get(command.name);
    before?.next?.end();
    const now: Switched = { command, request, ...(before?.shown && { shown: before.shown }) };
    switched.set(command.name, now);
    const worker = start(command, request, {
      picture(picture) {
        // Another run may have begun meanwhile.
        const current = switched.get(command.name);
        if (!current || picture.type !== "menu" || (current.next !== worker && current.shown?.worker !== worker))
          return;
        show(current, worker, picture.entry);
        changed();
      },
      ended: () => gone(worker, command),
      crashed(crash) {
        gone(worker, command);
        failed(command, request, crash);
      },
    });
    now.next = worker;
  }

  function show(current: Switched, worker: CommandWorker, entry: MenuBarEntry | undefined): void {
    const old = current.shown?.worker;
    if (old && old !== worker) old.end();
    if (current.next === worker) delete current.next;
    current.shown = { worker, ...(entry && { entry }) };
  }

  function gone(worker: CommandWorker, command: Command): void {
    const current = switched.get(command.name);
    if (current?.next === worker) delete current.next;
    const { entry } = current?.shown ?? {};
    // Its menu stays to be seen; nobody is there to load more of it.
    if (current?.shown?.worker === worker && entry) current.shown = { worker, entry: { ...entry, isLoading: false } };
    worker.end();
    changed();
  }

  return {
    get entries() {
      return [...switched.values()].flatMap(({ shown }) => shown?.entry ?? []);
    },
    has: (name) => switched.has(name),
    run,
    remove(name) {
      const { shown, next } = switched.get(name) ?? {};
      switched.delete(name);
      shown?.worker.end();
      next?.end();
      changed();
    },
    do(page, number, deed) {
      if (deed.type !== "menuBarOpen" && deed.type !== "menuBar") return false;
      const current = switched.get(deed.command);
      if (!current) return true;
      const { command, request, next, shown } = current;
      if (deed.type === "menuBar") shown?.worker.tell({ type: "deed", page, number, deed });
      // One that still draws needs no other run.
      else if (!next && !shown?.entry?.isLoading) run(command, { ...request, launchType: LaunchType.UserInitiated });
      return true;
    },
  };
}
