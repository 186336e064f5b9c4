import { AsyncLocalStorage } from "node:async_hooks";
import type * as Raycast from "@raycast/api";
import type { FormValues } from "./elements";
import { HostError } from "./host-error";

/** What the Mac around Raycast does. A test gives functions that really do it, or that fail; the rest does nothing. */
export interface System {
  open(target: string, application?: string): Promise<void> | void;
  trash(path: string): Promise<void> | void;
  showInFinder(path: string): Promise<void> | void;
  paste(text: string): Promise<void> | void;
  launchCommand(options: Parameters<typeof Raycast.launchCommand>[0]): Promise<void> | void;
}

/** A page that is open in the browser. */
export interface BrowserTab {
  readonly url: string;
  readonly title: string;
  readonly content: string;
}

/** The world that a command finds when it starts. */
export interface World {
  readonly commandName: string;
  readonly preferences: Readonly<Record<string, unknown>>;
  readonly launchType: Raycast.LaunchType;
  readonly launchContext?: Readonly<Record<string, unknown>> | undefined;
  /** The folder for the command's own data. Without one, asking for it is an error. */
  readonly supportPath?: string | undefined;
  /** The folder that the extension's pictures are in. */
  readonly assetsPath: string;
  readonly commandMode: Raycast.Environment["commandMode"];
  readonly extensionName: string;
  readonly ownerOrAuthorName: string;
  readonly appearance: "light" | "dark";
  readonly clipboard: string;
  /** Values that outlive the session when the test hands the same map to the next one. */
  readonly localStorage: Map<string, Raycast.LocalStorage.Value>;
  /** The values of fields and drop-downs with storeValue; they outlive the session in the same way. */
  readonly storedValues: Map<string, Raycast.Form.Value>;
  /** What was typed into forms with enableDrafts and not submitted, under the command's name; outlives it, too. */
  readonly drafts: Map<string, FormValues>;
  /** The text selected in the app in front; an error where it cannot be read, as without Accessibility permission. */
  readonly selectedText: string | Error;
  readonly selectedFinderItems: readonly Raycast.FileSystemItem[] | Error;
  readonly frontmostApplication: Raycast.Application;
  /** The apps that are installed. */
  readonly applications: readonly Raycast.Application[];
  /** The tab in front in the browser; an error without Raycast's browser extension, or without a tab. */
  readonly browserTab: BrowserTab | Error;
  readonly system: Partial<System>;
  /** Answers every alert at once. Without it an alert waits for the session's answerAlert. */
  readonly answerAlert?: ((alert: Raycast.Alert.Options) => boolean) | undefined;
}

/** What is to become of the window's content when a command closes the window. */
interface Closing {
  readonly popToRootType?: Raycast.PopToRootType;
  readonly clearRootSearch?: boolean;
}

/** Something that left the command for the world, in the order in which it happened. */
export type HostEvent =
  | { readonly kind: "toast"; readonly style: string; readonly title: string; readonly message?: string | undefined }
  | ({ readonly kind: "hud"; readonly title: string } & Closing)
  | { readonly kind: "alert"; readonly title: string; readonly message?: string | undefined }
  | { readonly kind: "copied"; readonly text: string; readonly concealed: boolean }
  | { readonly kind: "clipboard cleared" }
  | { readonly kind: "pasted"; readonly text: string }
  | { readonly kind: "opened"; readonly target: string; readonly application?: string | undefined }
  | { readonly kind: "open with"; readonly path: string }
  | { readonly kind: "shown in Finder"; readonly path: string }
  | { readonly kind: "trashed"; readonly path: string }
  | { readonly kind: "quick look"; readonly path: string }
  | { readonly kind: "preferences opened"; readonly of: "extension" | "command" }
  | { readonly kind: "launched"; readonly name: string; readonly context?: unknown }
  | { readonly kind: "quicklink created"; readonly link: string; readonly name?: string | undefined }
  | { readonly kind: "snippet created"; readonly text: string; readonly name?: string | undefined }
  | { readonly kind: "subtitle changed"; readonly subtitle?: string | undefined }
  | { readonly kind: "exception captured"; readonly message: string }
  | ({ readonly kind: "window closed" } & Closing)
  | { readonly kind: "popped to root"; readonly clearRootSearch?: boolean };

/** A toast as the person sees it. Reading it after a change of the command's Toast shows the change. */
export interface ShownToast {
  readonly style: Raycast.Toast.Style;
  readonly title: string;
  readonly message?: string | undefined;
  readonly primaryAction?: Raycast.Toast.ActionOptions | undefined;
  readonly secondaryAction?: Raycast.Toast.ActionOptions | undefined;
  /** Chooses one of its actions. */
  run(action: Raycast.Toast.ActionOptions): unknown;
}

/** An alert that waits for the person. */
export interface PendingAlert {
  readonly options: Raycast.Alert.Options;
  answer(yes: boolean): void;
}

/** The state of one launched command that lives outside of its components. */
export interface Host {
  /** May be put in the place of another while the command runs: what it reads next comes from the new one. */
  world: World;
  readonly events: HostEvent[];
  /** Every toast that was shown, oldest first. */
  readonly toasts: ShownToast[];
  currentToast: ShownToast | undefined;
  alert: PendingAlert | undefined;
  clipboard: string;
  /** Called after anything here changed. */
  onChange: () => void;
  /** Does something of Raycast's own accord, such as when a timer ends, unless the command is over. */
  act: (deed: () => void) => void;
  /** The search bar is to be emptied. */
  clearSearchBar: () => void;
  /** The selected row's file is to be shown in Quick Look. */
  quickLook: () => void;
  /** The form on top is being submitted; what comes back is called with the outcome, of which false is a failure. */
  submitting: () => (outcome: unknown) => void;
  /** The person is back at Raycast's own search: the command ends. What was typed into its form is kept, unless told. */
  leave: (keepsDraft?: boolean) => void;
}

const running = new AsyncLocalStorage<Host>();
let open: Host | undefined;

/**
 * The host of the command whose code is running. Code belongs to the command that started it, also after an await:
 * what a closed command still does late reaches its own host, never that of the next test.
 * @throws HostError where no command runs, as at the top level of a module that a test imports
 */
export function currentHost(): Host {
  const host = running.getStore() ?? open;
  if (!host) throw new HostError("No command is running: call Raycast's API from within the command.");
  return host;
}

/** Runs code of the command. */
export const enter = <T>(host: Host, code: () => T): T => running.run(host, code);

/** Makes a host for a command that starts; until it is closed, code of the test itself sees it too. */
export function openHost(world: World): Host {
  open = {
    world,
    events: [],
    toasts: [],
    currentToast: undefined,
    alert: undefined,
    clipboard: world.clipboard,
    onChange: () => undefined,
    act: () => undefined,
    clearSearchBar: () => undefined,
    quickLook: () => undefined,
    submitting: () => () => undefined,
    leave: () => undefined,
  };
  return open;
}

/** The command has ended. */
export function closeHost(host: Host): void {
  if (open === host) open = undefined;
}

/** Records what happened. */
export function emit(event: HostEvent, host: Host = currentHost()): void {
  host.events.push(event);
  host.onChange();
}
