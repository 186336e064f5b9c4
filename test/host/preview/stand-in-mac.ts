import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { HostEvent } from "../command/host";
import { HostError } from "../command/host-error";
import { parseDeeplink, type Deeplink } from "./deeplink";
import { ownerOf, type Extension } from "./extension";
import type { Hud } from "./hud";
import type { Journal } from "./journal";
import type { LaunchRequest } from "./launch-request";
import { moveToTrash } from "./trash";
import type { WindowPolicy } from "./window-policy";
import type { SystemCall } from "./worker-protocol";

/** The Mac around the commands, as far as they can do something to it. */
export interface StandInMac {
  /** Something left a command. */
  take(event: HostEvent): void;
  /** Does what a command asks. What it throws, the command gets. */
  call(call: SystemCall): void;
}

interface Parts {
  readonly extension: Extension;
  readonly homeFolder: string;
  readonly journal: Journal;
  readonly hud: Hud;
  readonly window: WindowPolicy;
  readonly clearRootSearch: () => void;
  /** Starts a command; throws where there is none of that name. */
  readonly launch: (request: LaunchRequest) => void;
}

/** What closes Raycast's window: another app comes to the front, or a HUD says that all is done. */
const CLOSES_WINDOW: readonly HostEvent["kind"][] = ["hud", "opened", "pasted", "shown in Finder", "window closed"];

/** Starts no program: what is opened is noted. Only what a command moves to the Trash is really moved. */
export function standInMac({
  extension,
  homeFolder,
  journal,
  hud,
  window,
  clearRootSearch,
  launch,
}: Parts): StandInMac {
  /** The command of this extension that a link leads to. */
  function ownLink(target: string): Deeplink | undefined {
    const link = parseDeeplink(target);
    const isOwn = link?.extension === extension.name && (link.owner ?? ownerOf(extension)) === ownerOf(extension);
    return isOwn ? link : undefined;
  }
  // Noted here and not at the command's own word: who launches may be gone before that.
  function launchAndNote(request: LaunchRequest): void {
    launch(request);
    journal.add({ kind: "launched", name: request.command });
  }

  return {
    take(event) {
      if (event.kind === "launched" || (event.kind === "opened" && ownLink(event.target))) return;
      journal.add(event);
      // Raycast shows a toast as a HUD while its window is closed.
      if (event.kind === "hud" || (event.kind === "toast" && !window.isOpen)) hud.show(event.title);
      if (CLOSES_WINDOW.includes(event.kind)) window.close("popToRootType" in event ? event.popToRootType : undefined);
      if ("clearRootSearch" in event && event.clearRootSearch) clearRootSearch();
    },
    call(call) {
      switch (call.kind) {
        case "open": {
          const link = ownLink(call.target);
          if (link) launchAndNote(link);
          else if (isAbsolute(call.target) && !existsSync(call.target))
            throw new HostError(`${call.target} is not there.`);
          break;
        }
        case "launchCommand":
          if (call.extension !== undefined && call.extension !== extension.name) {
            throw new HostError(`There is no extension "${call.extension}".`);
          }
          launchAndNote(call.request);
          break;
        case "trash":
          moveToTrash(call.path, homeFolder);
      }
    },
  };
}
