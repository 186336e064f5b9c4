import type { HostEvent } from "../command/host";
import { signedAddresses, type FileAddresses } from "../frame/file-address";
import type { Appearance } from "../frame/frame";
import type { Look } from "../frame/look";
import type { Command } from "./extension";
import { launchData, modelOf, preferencesNow, type WorldSource } from "./launch-data";
import type { LaunchRequest } from "./launch-request";
import type { MacSettings } from "./launcher/mac-settings";
import type { LauncherServices } from "./launcher/services";
import { withChange } from "./memory-maps";
import type { StoredPreferences } from "./preferences";
import type { ModeListener } from "./surroundings";
import { WorkerPool, type CommandWorker } from "./worker-pool";
import type { SystemCall } from "./worker-protocol";

/** The world that commands find. What changes in it, by a person or by one of them, is kept and told to all that run. */
export interface SharedWorld {
  readonly appearance: Appearance;
  /** Who answers, in words. */
  readonly model: string;
  readonly addresses: FileAddresses;
  /** How things look now, apart from a title. */
  look(): Omit<Look, "title">;
  /** Starts a command of any mode. */
  readonly start: (command: Command, request: LaunchRequest, listener: ModeListener) => CommandWorker;
  setAppearance(appearance: Appearance): void;
  /** What the launcher shows and sets. */
  readonly settings: Settings;
  /** Ends all commands. */
  close(): Promise<void>;
}

type Settings = Pick<
  LauncherServices,
  "extension" | "preferencesFile" | "preferences" | "savePreferences" | "macSettings" | "saveMac" | "subtitleOf"
>;

/** Where the world of commands comes from, and how they run. */
export interface WorldOptions extends WorldSource {
  /** After so long without an answer a command counts as hung. */
  readonly hungAfterMs: number;
  /** For the terminal. */
  readonly say: (line: string) => void;
}

interface Around extends WorldOptions {
  /** Something left a command. */
  readonly event: (event: HostEvent, command: Command) => void;
  /** Does what a command asks; what it throws, the command gets. */
  readonly call: (call: SystemCall) => void;
}

/** Starts with no command running, and with what is remembered. */
export function sharedWorld(around: Around): SharedWorld {
  const { extension, state, secret, say } = around;
  const workers = new WorkerPool(around.hungAfterMs);
  const addresses = signedAddresses(secret);
  let appearance: Appearance = "dark";
  let model = modelOf(around);

  const look = (): Omit<Look, "title"> => ({
    canGoBack: true,
    appearance,
    assetsFolder: extension.assetsFolder,
    fileAddress: addresses.addressOf,
    now: () => new Date(),
  });

  function saveMac(mac: MacSettings, by?: CommandWorker): void {
    state.mac.set(mac);
    workers.tellAll(() => ({ type: "world", change: { mac } }), by);
  }

  function savePreferences(preferences: StoredPreferences): void {
    const before = model;
    state.preferences.set(preferences);
    model = modelOf(around);
    if (model !== before) say(`Model: ${model}`);
    workers.tellAll((command) => ({ type: "world", change: { preferences: preferencesNow(around, command) } }));
  }

  return {
    addresses,
    get appearance() {
      return appearance;
    },
    get model() {
      return model;
    },
    look,
    start(command, request, listener) {
      const worker = workers.start(command, launchData(around, command, request, look()), {
        heap: () => undefined,
        ...listener,
        event(event) {
          // What is copied concealed, such as a password, is not written to the disk.
          if (event.kind === "copied" && !event.concealed)
            saveMac({ ...state.mac.get(), clipboard: event.text }, worker);
          if (event.kind === "subtitle changed")
            state.subtitles.set({ ...state.subtitles.get(), [command.name]: event.subtitle });
          else if (event.kind === "clipboard cleared") saveMac({ ...state.mac.get(), clipboard: "" }, worker);
          around.event(event, command);
        },
        call: (call) => around.call(call),
        remember(change) {
          state.memory.set(withChange(state.memory.get(), change));
          workers.tellAll(() => ({ type: "memory", change }), worker);
        },
        printed: (line) => say(`${command.title}: ${line}`),
        crashed(crash) {
          say(`${command.title}: ${crash.title}. ${crash.message}`);
          listener.crashed(crash);
        },
      });
      return worker;
    },
    setAppearance(next) {
      appearance = next;
      workers.tellAll(() => ({ type: "world", change: { appearance } }));
    },
    settings: {
      extension,
      preferencesFile: state.preferencesFile,
      preferences: () => state.preferences.get(),
      savePreferences,
      macSettings: () => state.mac.get(),
      saveMac: (mac) => saveMac(mac),
      subtitleOf: ({ name }) => state.subtitles.get()[name],
    },
    close: () => workers.close(),
  };
}
