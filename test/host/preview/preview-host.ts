import { HostError } from "../command/host-error";
import type { HostEvent } from "../command/host";
import type { Deed } from "../frame/deed";
import { signedAddresses, type FileAddresses } from "../frame/file-address";
import type { Appearance, Crash, Frame, Stage } from "../frame/frame";
import type { Look } from "../frame/look";
import { deedOrder } from "./deed-order";
import { commandNamed, type Command } from "./extension";
import { frontCommand, type FrontCommand } from "./front-command";
import { startHud, type Hud } from "./hud";
import { startJournal, type Journal } from "./journal";
import { commandIcon, launchData, preferencesOf, worldOfNow, type WorldSource } from "./launch-data";
import type { LaunchRequest } from "./launch-request";
import type { MacSettings } from "./launcher/mac-settings";
import { launcherViews, type LauncherViews } from "./launcher-views";
import { withChange, type MemoryChange } from "./memory-change";
import { menuBar, type MenuBar } from "./menu-bar";
import { modelText } from "./model";
import { noViewCommands, type NoViewCommands } from "./no-view-commands";
import type { StoredPreferences } from "./preferences";
import { HEAP_LIMIT_MB } from "./running-worker";
import { standInMac, type StandInMac } from "./stand-in-mac";
import type { ModeListener, Surroundings } from "./surroundings";
import { windowPolicy, type WindowPolicy } from "./window-policy";
import { WorkerPool, type CommandWorker } from "./worker-pool";

/** What the preview host is made of. */
export interface PreviewOptions extends WorldSource {
  readonly homeFolder: string;
  /** How long a command lives on without its window: Raycast's "Pop to Root Search". */
  readonly popToRootMs: number;
  /** After so long without an answer a command counts as hung. */
  readonly hungAfterMs: number;
  /** For the terminal. */
  readonly say: (line: string) => void;
}

/** What Raycast is around the commands: one window, its root search, and what is remembered of the Mac. */
export class PreviewHost {
  readonly addresses: FileAddresses;
  readonly #options: PreviewOptions;
  readonly #listeners = new Set<() => void>();
  readonly #order = deedOrder();
  readonly #workers: WorkerPool;
  readonly #journal: Journal;
  readonly #hud: Hud;
  readonly #window: WindowPolicy;
  readonly #mac: StandInMac;
  readonly #front: FrontCommand;
  readonly #noView: NoViewCommands;
  readonly #menuBar: MenuBar;
  readonly #launcher: LauncherViews;
  #appearance: Appearance = "dark";
  #model: string;

  constructor(options: PreviewOptions) {
    const { extension, state } = options;
    this.#options = options;
    this.#model = modelOf(options);
    this.addresses = signedAddresses(options.secret);
    this.#workers = new WorkerPool(options.hungAfterMs);
    this.#journal = startJournal(options.homeFolder, this.addresses);
    this.#hud = startHud(() => this.#changed());
    this.#window = windowPolicy(options.popToRootMs, () => {
      this.#launcher.closeForm();
      this.#front.leave();
    });
    this.#mac = standInMac({
      ...options,
      journal: this.#journal,
      hud: this.#hud,
      window: this.#window,
      launch: (request) => this.launch(request),
    });
    const surroundings: Surroundings = {
      start: (command, request, listener) => this.#run(command, request, listener),
      failed: (command, request, crash) => this.#viewlessFailed(command, request, crash),
      changed: () => this.#changed(),
    };
    this.#front = frontCommand({
      ...surroundings,
      emptyStage: (command) => this.#emptyStage(command),
      told: (acks) => this.#order.told(acks),
      // A command that is gone tells no more how far it came.
      left: () => this.#order.settle(),
    });
    this.#noView = noViewCommands(surroundings);
    this.#menuBar = menuBar(surroundings);
    this.#launcher = launcherViews({
      extension,
      preferencesFile: state.preferencesFile,
      preferences: () => state.preferences.get(),
      savePreferences: (preferences) => this.#savePreferences(preferences),
      macSettings: () => state.mac.get(),
      saveMac: (mac) => this.#saveMac(mac),
      launch: (request) => this.launch(request),
      say: options.say,
      changed: () => this.#changed(),
      left: () => this.#window.close(),
    });
  }

  /** All that the page shows. */
  frame(): Frame {
    const { heapBytes } = this.#front;
    const hud = this.#hud.current;
    return {
      appearance: this.#appearance,
      isWindowOpen: this.#window.isOpen,
      acks: this.#order.acks,
      stage: this.#stage(),
      menuBar: this.#menuBar.entries,
      journal: this.#journal.entries,
      model: this.#model,
      ...(hud && { hud }),
      ...(heapBytes !== undefined && { heap: { usedBytes: heapBytes, limitBytes: HEAP_LIMIT_MB * 1024 * 1024 } }),
    };
  }

  /** Who answers, in words. */
  get model(): string {
    return this.#model;
  }

  /** Calls the listener after every change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A page looks on, until the returned function is called. */
  pageCame(page: string): () => void {
    const went = this.#window.pageCame(page);
    this.#changed();
    return went;
  }

  /** Does what a person did; a number that came before is not done again. */
  do(page: string, number: number, deed: Deed): void {
    if (!this.#order.isNew(page, number)) return;
    const isLauncher = this.#isLauncherInFront;
    const { worker } = this.#front;
    const isDone = this.#doOwn(deed) || this.#menuBar.do(page, number, deed);
    if (!isDone && !isLauncher && worker) {
      this.#order.given(page, number);
      worker.tell({ type: "deed", page, number, deed });
      return;
    }
    if (!isDone && isLauncher && !this.#noView.do(page, number, deed)) this.#launcher.do(deed);
    this.#order.done(page, number);
    this.#changed();
  }

  /**
   * Starts a command; asks first for what it lacks.
   * @throws HostError when the extension has no command of that name
   */
  launch(request: LaunchRequest): void {
    const command = commandNamed(this.#options.extension, request.command);
    if (!command) throw new HostError(`There is no command "${request.command}".`);
    if (this.#launcher.askBeforeLaunch(request)) this.#window.open();
    else this.#start(command, request);
    this.#changed();
  }

  /** Ends everything. */
  async close(): Promise<void> {
    this.#window.stop();
    this.#hud.stop();
    await this.#workers.close();
  }

  get #isLauncherInFront(): boolean {
    return this.#launcher.hasForm || !this.#front.stage;
  }

  #stage(): Stage {
    const { stage } = this.#front;
    if (!this.#launcher.hasForm && stage) return stage;
    return { ...this.#launcher.stage(this.#look()), ...this.#noView.messages };
  }

  #emptyStage(command: Command): Stage {
    const icon = commandIcon(this.#options.extension, command, this.#look());
    return { title: command.title, canGoBack: true, screenKeys: [], ...(icon && { icon }) };
  }

  #look(): Omit<Look, "title"> {
    return {
      canGoBack: true,
      appearance: this.#appearance,
      assetsFolder: this.#options.extension.assetsFolder,
      fileAddress: this.addresses.addressOf,
      now: () => new Date(),
    };
  }

  /** What is no business of the view on top. */
  #doOwn(deed: Deed): boolean {
    switch (deed.type) {
      case "openWindow":
        this.#window.open();
        return true;
      case "closeWindow":
        this.#window.close();
        return true;
      case "appearance":
        this.#appearance = deed.value;
        this.#workers.tellAll(() => ({ type: "world", change: { appearance: deed.value } }));
        return true;
      case "restart":
        this.#leaveCrash((command, request) => this.#start(command, request));
        return true;
      case "key":
        // There is nobody in what crashed who could take the key.
        return deed.key === "escape" && this.#leaveCrash(() => undefined);
      default:
        return false;
    }
  }

  /** Takes away what crashed in front, if anything did. */
  #leaveCrash(then: (command: Command, request: LaunchRequest) => void): boolean {
    if (this.#isLauncherInFront) return this.#launcher.leaveCrash();
    if (!this.#front.stage?.crash) return false;
    const before = this.#front.leave();
    if (before) then(before.command, before.request);
    return true;
  }

  #start(command: Command, request: LaunchRequest): void {
    switch (command.mode) {
      case "view":
        this.#window.open();
        this.#launcher.closeForm();
        this.#front.start(command, request);
        break;
      case "no-view":
        this.#noView.run(command, request);
        break;
      case "menu-bar":
        this.#menuBar.run(command, request);
    }
  }

  /** Starts a command of any mode in its worker. */
  #run(command: Command, request: LaunchRequest, listener: ModeListener): CommandWorker {
    const worker = this.#workers.start(command, launchData(this.#options, command, request, this.#look()), {
      heap: () => undefined,
      ...listener,
      event: (event) => this.#take(event, command, worker),
      call: (call) => this.#mac.call(call),
      remember: (change) => this.#remember(change, worker),
      printed: (line) => this.#options.say(`${command.title}: ${line}`),
      crashed: (crash) => {
        this.#options.say(`${command.title}: ${crash.title}. ${crash.message}`);
        listener.crashed(crash);
      },
    });
    return worker;
  }

  /** A command that is not in the window came to grief. */
  #viewlessFailed(command: Command, request: LaunchRequest, crash: Crash): void {
    if (command.mode === "no-view" && !this.#front.stage) this.#front.showCrash(command, request, crash);
    else this.#hud.show(`${command.title}: ${crash.message}`);
    this.#changed();
  }

  #take(event: HostEvent, command: Command, worker: CommandWorker): void {
    this.#mac.take(event);
    // What is copied concealed, such as a password, is not written to the disk.
    if (event.kind === "copied" && !event.concealed)
      this.#saveMac({ ...this.#options.state.mac.get(), clipboard: event.text }, worker);
    if (event.kind === "preferences opened") {
      this.#launcher.openPreferences(event.of === "command" ? command : undefined);
    }
    this.#changed();
  }

  #saveMac(mac: MacSettings, by?: CommandWorker): void {
    this.#options.state.mac.set(mac);
    this.#workers.tellAll(() => ({ type: "world", change: { mac } }), by);
  }

  #remember(change: MemoryChange, by: CommandWorker): void {
    const { memory } = this.#options.state;
    memory.set(withChange(memory.get(), change));
    this.#workers.tellAll(() => ({ type: "memory", change }), by);
  }

  #savePreferences(preferences: StoredPreferences): void {
    const before = this.#model;
    this.#options.state.preferences.set(preferences);
    this.#model = modelOf(this.#options);
    if (this.#model !== before) this.#options.say(`Model: ${this.#model}`);
    this.#workers.tellAll((command) => {
      const { preferences: values } = worldOfNow(this.#options, command, this.#appearance);
      return { type: "world", change: { preferences: values } };
    });
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

function modelOf(source: WorldSource): string {
  const [command] = source.extension.commands;
  return command ? modelText(preferencesOf(source, command)) : "";
}
