import { LaunchType } from "../api/enums";
import type { HostEvent } from "../command/host";
import { HostError } from "../command/host-error";
import type { Deed } from "../frame/deed";
import type { FileAddresses } from "../frame/file-address";
import type { Crash, Frame, Stage } from "../frame/frame";
import { deedOrder } from "./deed-order";
import { commandNamed, type Command } from "./extension";
import { frontCommand, type FrontCommand } from "./front-command";
import { startHud, type Hud } from "./hud";
import { intervals, type Intervals } from "./intervals";
import { startJournal, type Journal } from "./journal";
import { commandIcon } from "./launch-data";
import type { LaunchRequest } from "./launch-request";
import { launcherViews, type LauncherViews } from "./launcher-views";
import { menuBar, type MenuBar } from "./menu-bar";
import { noViewCommands, type NoViewCommands } from "./no-view-commands";
import { HEAP_LIMIT_MB } from "./running-worker";
import { sharedWorld, type SharedWorld, type WorldOptions } from "./shared-world";
import { standInMac, type StandInMac } from "./stand-in-mac";
import type { Surroundings } from "./surroundings";
import { windowPolicy, type WindowPolicy } from "./window-policy";

/** What the preview host is made of. */
export interface PreviewOptions extends WorldOptions {
  readonly homeFolder: string;
  /** How long a command lives on without its window: Raycast's "Pop to Root Search". */
  readonly popToRootMs: number;
}

/** What Raycast is around the commands: one window, its root search, and what is remembered of the Mac. */
export class PreviewHost {
  readonly #options: PreviewOptions;
  readonly #listeners = new Set<() => void>();
  readonly #order = deedOrder();
  readonly #world: SharedWorld;
  readonly #journal: Journal;
  readonly #hud: Hud;
  readonly #window: WindowPolicy;
  readonly #mac: StandInMac;
  readonly #front: FrontCommand;
  readonly #noView: NoViewCommands;
  readonly #menuBar: MenuBar;
  readonly #intervals: Intervals;
  readonly #launcher: LauncherViews;

  constructor(options: PreviewOptions) {
    this.#options = options;
    this.#world = sharedWorld({
      ...options,
      event: (event, command) => this.#take(event, command),
      call: (call) => this.#mac.call(call),
    });
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
      clearRootSearch: () => this.#launcher.clearRootSearch(),
      launch: (request) => this.launch(request),
    });
    const surroundings: Surroundings = {
      start: this.#world.start,
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
    this.#intervals = intervals((command) =>
      this.#start(command, { command: command.name, arguments: {}, launchType: LaunchType.Background }),
    );
    this.#launcher = launcherViews({
      ...this.#world.settings,
      isActive: ({ name }) => this.#menuBar.has(name) || this.#intervals.has(name),
      deactivate: ({ name }) => {
        this.#intervals.stop(name);
        this.#menuBar.remove(name);
      },
      subscribe: (listener) => this.subscribe(listener),
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
      appearance: this.#world.appearance,
      isWindowOpen: this.#window.isOpen,
      acks: this.#order.acks,
      stage: this.#stage(),
      menuBar: this.#menuBar.entries,
      journal: this.#journal.entries,
      model: this.#world.model,
      ...(hud && { hud }),
      ...(heapBytes !== undefined && { heap: { usedBytes: heapBytes, limitBytes: HEAP_LIMIT_MB * 1024 * 1024 } }),
    };
  }

  /** Of files that the page may load. */
  get addresses(): FileAddresses {
    return this.#world.addresses;
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
    this.#intervals.stopAll();
    await this.#world.close();
  }

  get #isLauncherInFront(): boolean {
    return this.#launcher.hasForm || !this.#front.stage;
  }

  #stage(): Stage {
    const { stage } = this.#front;
    if (!this.#launcher.hasForm && stage) return stage;
    return { ...this.#launcher.stage(this.#world.look()), ...this.#noView.messages };
  }

  #emptyStage(command: Command): Stage {
    const icon = commandIcon(this.#options.extension, command, this.#world.look());
    return { title: command.title, canGoBack: true, screenKeys: [], ...(icon && { icon }) };
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
        this.#world.setAppearance(deed.value);
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
    this.#intervals.start(command);
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

  /** A command that is not in the window came to grief. */
  #viewlessFailed(command: Command, request: LaunchRequest, crash: Crash): void {
    const isAwaited = command.mode === "no-view" && request.launchType !== LaunchType.Background;
    if (isAwaited && !this.#front.stage) this.#front.showCrash(command, request, crash);
    else this.#hud.show(`${command.title}: ${crash.message}`);
    this.#changed();
  }

  #take(event: HostEvent, command: Command): void {
    this.#mac.take(event);
    if (event.kind === "preferences opened") {
      this.#launcher.openPreferences(event.of === "command" ? command : undefined);
    }
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
