import { HostError } from "../command/host-error";
import type { HostEvent } from "../command/host";
import type { RunningCommand } from "../command/running-command";
import type { Deed } from "../frame/deed";
import { describeIcon } from "../frame/describe-icon";
import { describeStage } from "../frame/describe-stage";
import { doDeed } from "../frame/do-deed";
import { signedAddresses, type FileAddresses } from "../frame/file-address";
import type { Appearance, Crash, Frame, Stage } from "../frame/frame";
import type { Look } from "../frame/look";
import { parseDeeplink } from "./deeplink";
import { bundleOf, commandNamed, ownerOf, type Command, type Extension } from "./extension";
import { startJournal, type Journal } from "./journal";
import { argumentValues, type LaunchRequest } from "./launch-request";
import { startBeforeLaunch, startLauncher, startPreferences } from "./launcher/start-launcher";
import type { LauncherServices } from "./launcher/services";
import { modelText, withModel } from "./model";
import { preferenceValues, type StoredPreferences } from "./preferences";
import { HEAP_LIMIT_MB, RunningWorker } from "./running-worker";
import type { State } from "./state";
import { moveToTrash } from "./trash";
import type { ChangingWorld, SystemCall } from "./worker-protocol";

/** What the preview host is made of. */
export interface PreviewOptions {
  readonly extension: Extension;
  readonly state: State;
  readonly homeFolder: string;
  /** Signs the addresses of files that the page may load. */
  readonly secret: string;
  /** Where the scripted model listens. */
  readonly scriptAddress: string;
  /** How long a command lives on without its window: Raycast's "Pop to Root Search". */
  readonly popToRootMs: number;
  /** For the terminal. */
  readonly say: (line: string) => void;
}

/** A command in its worker. */
interface RunningApp {
  readonly worker: RunningWorker;
  readonly command: Command;
  readonly request: LaunchRequest;
  stage: Stage;
  heapBytes?: number;
}

/** What closes Raycast's window: another app comes to the front, or a HUD says that all is done. */
const CLOSES_WINDOW: readonly HostEvent["kind"][] = ["hud", "opened", "pasted", "shown in Finder", "window closed"];

/** What Raycast is around the commands: one window, its root search, and what is remembered of the Mac. */
export class PreviewHost {
  readonly addresses: FileAddresses;
  readonly #options: PreviewOptions;
  readonly #services: LauncherServices;
  readonly #journal: Journal;
  readonly #listeners = new Set<() => void>();
  readonly #pages = new Set<string>();
  /** Per page, the last number that was done here, and the last that came. */
  readonly #acks: Record<string, number> = {};
  readonly #seen: Record<string, number> = {};
  #spare = new RunningWorker();
  #root: RunningCommand;
  /** A form of the launcher over whatever is below: preferences, or what a command lacks. */
  #form: RunningCommand | undefined;
  #app: RunningApp | undefined;
  #appearance: Appearance = "dark";
  #isWindowOpen = true;
  #hud: Frame["hud"];
  #leaving: NodeJS.Timeout | undefined;

  constructor(options: PreviewOptions) {
    this.#options = options;
    this.addresses = signedAddresses(options.secret);
    this.#journal = startJournal(options.homeFolder, this.addresses);
    this.#services = {
      extension: options.extension,
      preferencesFile: options.state.preferencesFile,
      preferences: () => options.state.preferences.get(),
      savePreferences: (preferences) => this.#savePreferences(preferences),
      macSettings: () => options.state.mac.get(),
      saveMac: (mac) => {
        options.state.mac.set(mac);
        this.#app?.worker.tell({ type: "world", change: { mac } });
      },
      // It is called from within the launcher, which must be done before it can end.
      launch: (request) => queueMicrotask(() => this.launch(request)),
    };
    this.#root = this.#watched(startLauncher(this.#services));
  }

  /** All that the page shows. */
  frame(): Frame {
    const app = this.#app;
    return {
      appearance: this.#appearance,
      isWindowOpen: this.#isWindowOpen,
      acks: { ...this.#acks },
      stage: this.#stage(),
      menuBar: [],
      journal: this.#journal.entries,
      model: this.model,
      ...(this.#hud && { hud: this.#hud }),
      ...(app?.heapBytes !== undefined && {
        heap: { usedBytes: app.heapBytes, limitBytes: HEAP_LIMIT_MB * 1024 * 1024 },
      }),
    };
  }

  /** Who answers, in words. */
  get model(): string {
    const [command] = this.#options.extension.commands;
    return command ? modelText(this.#preferences(command)) : "";
  }

  /** Calls the listener after every change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A page looks on. A new one opens the window; one that was away for a moment finds it as it was. */
  pageCame(page: string): void {
    this.#pages.add(page);
    if (this.#seen[page] === undefined) {
      this.#seen[page] = 0;
      this.#openWindow();
    }
    this.#setLeaving();
  }

  /** A page is gone. */
  pageWent(page: string): void {
    this.#pages.delete(page);
    this.#setLeaving();
  }

  /** Does what a person did; a number that came before is not done again. */
  do(page: string, number: number, deed: Deed): void {
    if (number <= (this.#seen[page] ?? 0)) return;
    this.#seen[page] = number;
    const launcher = this.#form ?? (this.#app ? undefined : this.#root);
    const isDone = this.#doOwn(deed);
    if (!isDone && !launcher) {
      this.#app?.worker.tell({ type: "deed", page, number, deed });
      return;
    }
    this.#acks[page] = number;
    if (!isDone && launcher) doDeed(launcher, deed);
    this.#changed();
  }

  /** Starts a command, in the place of the one that runs; asks first for what it lacks. */
  launch(request: LaunchRequest): void {
    const command = commandNamed(this.#options.extension, request.command);
    if (!command) throw new HostError(`There is no command "${request.command}".`);
    this.#isWindowOpen = true;
    this.#setForm(startBeforeLaunch(this.#services, request));
    if (!this.#form) this.#start(command, request);
    this.#changed();
  }

  /** Ends everything. */
  async close(): Promise<void> {
    clearTimeout(this.#leaving);
    await Promise.all([this.#app?.worker.end(), this.#spare.end()]);
  }

  #stage(): Stage {
    if (!this.#form && this.#app) return this.#app.stage;
    return describeStage(this.#form ?? this.#root, {
      ...this.#look(),
      title: "Raycast Preview",
      canGoBack: this.#form !== undefined,
    });
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
        this.#openWindow();
        return true;
      case "closeWindow":
        this.#closeWindow();
        return true;
      case "appearance":
        this.#appearance = deed.value;
        this.#app?.worker.tell({ type: "world", change: { appearance: deed.value } });
        return true;
      case "restart":
        if (this.#app?.stage.crash) this.#start(this.#app.command, this.#app.request);
        return true;
      case "key":
        // There is nobody in a command that crashed who could take the key.
        if (deed.key !== "escape" || this.#form || !this.#app?.stage.crash) return false;
        this.#leaveApp();
        return true;
      default:
        return false;
    }
  }

  #start(command: Command, request: LaunchRequest): void {
    this.#leaveApp();
    const { extension, state, secret } = this.#options;
    const worker = this.#spare;
    this.#spare = new RunningWorker();
    const icon = describeIcon(command.icon ?? extension.icon, { ...this.#look(), title: command.title });
    const app: RunningApp = {
      worker,
      command,
      request,
      stage: { title: command.title, canGoBack: true, screenKeys: [], ...(icon && { icon }) },
    };
    this.#app = app;
    worker.launch(
      {
        ...this.#worldFor(command),
        bundle: bundleOf(extension, command),
        mode: command.mode,
        request,
        title: command.title,
        ...(icon && { icon }),
        arguments: argumentValues(command, request.arguments),
        memory: state.memory.get(),
        extensionName: extension.name,
        ownerOrAuthorName: ownerOf(extension),
        supportFolder: state.supportFolder,
        assetsFolder: extension.assetsFolder,
        addressSecret: secret,
      },
      {
        stage: (stage, acks) => {
          app.stage = stage;
          for (const [page, number] of Object.entries(acks)) {
            this.#acks[page] = Math.max(number, this.#acks[page] ?? 0);
          }
          this.#changed();
        },
        event: (event) => this.#take(event, command),
        call: (call) => this.#call(call),
        remember: (memory) => state.memory.set(memory),
        heap: (usedBytes) => {
          app.heapBytes = usedBytes;
          this.#changed();
        },
        crashed: (crash) => this.#crashed(app, crash),
        ended: () => this.#leaveApp(),
      },
    );
  }

  #crashed(app: RunningApp, crash: Crash): void {
    const { title, icon } = app.stage;
    app.stage = { title, canGoBack: true, screenKeys: [], crash, ...(icon && { icon }) };
    this.#acknowledgeAll();
    this.#options.say(`${app.command.title}: ${crash.title}. ${crash.message}`);
    this.#changed();
  }

  /** Back to the root search. */
  #leaveApp(): void {
    const app = this.#app;
    this.#app = undefined;
    void app?.worker.end();
    this.#acknowledgeAll();
    this.#changed();
  }

  // A command that is gone tells no more how far it came.
  #acknowledgeAll(): void {
    Object.assign(this.#acks, this.#seen);
  }

  #take(event: HostEvent, command: Command): void {
    this.#journal.add(event);
    if (event.kind === "hud") this.#hud = { number: (this.#hud?.number ?? 0) + 1, title: event.title };
    if (event.kind === "copied")
      this.#options.state.mac.set({ ...this.#options.state.mac.get(), clipboard: event.text });
    if (CLOSES_WINDOW.includes(event.kind)) this.#closeWindow();
    if (event.kind === "preferences opened") {
      this.#setForm(startPreferences(this.#services, event.of === "command" ? command : undefined));
    }
    this.#changed();
  }

  async #call(call: SystemCall): Promise<void> {
    switch (call.kind) {
      case "open": {
        const link = parseDeeplink(call.target);
        if (link) this.launch(link);
        return;
      }
      case "launchCommand":
        this.launch(call.request);
        return;
      case "trash":
        await moveToTrash(call.path, this.#options.homeFolder);
    }
  }

  #savePreferences(preferences: StoredPreferences): void {
    const before = this.model;
    this.#options.state.preferences.set(preferences);
    if (this.model !== before) this.#options.say(`Model: ${this.model}`);
    const app = this.#app;
    app?.worker.tell({ type: "world", change: { preferences: this.#worldFor(app.command).preferences } });
  }

  #preferences(command: Command): Record<string, unknown> {
    return preferenceValues(this.#options.extension, command, this.#options.state.preferences.get());
  }

  #worldFor(command: Command): ChangingWorld {
    return {
      preferences: withModel(this.#preferences(command), this.#options.scriptAddress),
      mac: this.#options.state.mac.get(),
      appearance: this.#appearance,
    };
  }

  #setForm(form: RunningCommand | undefined): void {
    this.#form = form && this.#watched(form);
  }

  #watched(launcher: RunningCommand): RunningCommand {
    launcher.subscribe(() => {
      if (launcher.hasEnded) this.#launcherEnded(launcher);
      this.#changed();
    });
    return launcher;
  }

  #launcherEnded(launcher: RunningCommand): void {
    if (launcher === this.#form) this.#form = undefined;
    if (launcher !== this.#root) return;
    this.#root = this.#watched(startLauncher(this.#services));
    if (!this.#app) this.#closeWindow();
  }

  #openWindow(): void {
    this.#isWindowOpen = true;
    this.#setLeaving();
  }

  #closeWindow(): void {
    this.#isWindowOpen = false;
    this.#setLeaving();
  }

  /** A command that nobody can see ends after a while, as in Raycast. */
  #setLeaving(): void {
    clearTimeout(this.#leaving);
    if (this.#isWindowOpen && this.#pages.size > 0) return;
    this.#leaving = setTimeout(() => {
      this.#form = undefined;
      this.#leaveApp();
    }, this.#options.popToRootMs);
    this.#leaving.unref();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
