import type { HostEvent } from "../command/host";
import type { Deed } from "../frame/deed";
import type { Appearance, Icon, MenuBarEntry, Stage } from "../frame/frame";
import type { ErrorObject } from "./error-object";
import type { MacSettings } from "./launcher/mac-settings";
import type { LaunchRequest } from "./launch-request";
import type { MemoryChange } from "./memory-maps";
import type { Memory } from "./state";

/** What a worker is told. */
export type ToWorker =
  | { readonly type: "launch"; readonly launch: WorkerLaunch }
  /** The outcome is in a later picture, which comes with the number under the page's id. */
  | { readonly type: "deed"; readonly page: string; readonly number: number; readonly deed: Deed }
  | { readonly type: "world"; readonly change: Partial<ChangingWorld> }
  /** Another command that runs at the same time has changed the memory. */
  | { readonly type: "memory"; readonly change: MemoryChange }
  | { readonly type: "answer"; readonly id: number; readonly error?: string }
  | { readonly type: "ping" }
  | { readonly type: "close" };

/** What a worker tells. */
export type FromWorker =
  | { readonly type: "picture"; readonly picture: Picture; readonly acks: Readonly<Record<string, number>> }
  | { readonly type: "event"; readonly event: HostEvent }
  /** Something that only the preview host can do; it answers with the id. */
  | { readonly type: "call"; readonly id: number; readonly call: SystemCall }
  | { readonly type: "memory"; readonly change: MemoryChange }
  | { readonly type: "heap"; readonly usedBytes: number }
  | { readonly type: "crash"; readonly error: ErrorObject }
  | { readonly type: "pong" }
  | { readonly type: "ended" };

/** What a person sees of a command: a stage, of which one without a view has but messages, or a menu. */
export type Picture =
  { readonly type: "stage"; readonly stage: Stage } | { readonly type: "menu"; readonly entry?: MenuBarEntry };

/** What a command asks of the Mac. */
export type SystemCall =
  | { readonly kind: "open"; readonly target: string }
  | { readonly kind: "trash"; readonly path: string }
  | { readonly kind: "launchCommand"; readonly request: LaunchRequest; readonly extension?: string };

/** The part of a command's world that can change while it runs. */
export interface ChangingWorld {
  readonly preferences: Readonly<Record<string, unknown>>;
  readonly mac: MacSettings;
  readonly appearance: Appearance;
}

/** All that a worker needs to run one command. */
export interface WorkerLaunch extends ChangingWorld {
  readonly bundle: string;
  readonly mode: "view" | "no-view" | "menu-bar";
  readonly request: LaunchRequest;
  readonly title: string;
  readonly icon?: Icon;
  readonly arguments: Readonly<Record<string, string>>;
  readonly memory: Memory;
  readonly extensionName: string;
  readonly ownerOrAuthorName: string;
  readonly supportFolder: string;
  readonly assetsFolder: string;
  readonly addressSecret: string;
}
