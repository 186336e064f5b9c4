import { getHeapStatistics } from "node:v8";
import { parentPort } from "node:worker_threads";
import { loadBundle } from "../command/bundle";
import type { HostEvent, System, World } from "../command/host";
import { quietWorld } from "../command/quiet-world";
import { RunningCommand } from "../command/running-command";
import { describeStage } from "../frame/describe-stage";
import { doDeed } from "../frame/do-deed";
import { signedAddresses } from "../frame/file-address";
import type { Look } from "../frame/look";
import { APPLICATIONS } from "./applications";
import { errorObject } from "./error-object";
import { worldOf } from "./launcher/mac-settings";
import type { Memory } from "./state";
import type { ChangingWorld, FromWorker, SystemCall, ToWorker, WorkerLaunch } from "./worker-protocol";

// The worker that one command runs in. It is started before it is needed and waits for the launch.

/** Fewer frames than a screen can show would be seen, more would not. */
const FRAME_MS = 16;
const HEAP_REPORT_MS = 1000;

const port = parentPort;
if (!port) throw new Error("command-worker.ts is the start of a worker.");
const tell = (message: FromWorker): void => port.postMessage(message);

let run: ReturnType<typeof startRun> | undefined;

port.on("message", (message: ToWorker) => {
  if (message.type === "ping") tell({ type: "pong" });
  else if (message.type === "launch") launch(message.launch);
  else run?.take(message);
});

function launch(launched: WorkerLaunch): void {
  try {
    run = startRun(launched);
  } catch (error) {
    tell({ type: "crash", error: errorObject(error) });
  }
}

function startRun(launched: WorkerLaunch) {
  const calls = pendingCalls();
  const acks: Record<string, number> = {};
  let look = lookOf(launched);
  let told = 0;
  let isOver = false;

  const command = new RunningCommand(loadBundle(launched.bundle), propsOf(launched), makeWorld(launched, calls.system));
  const heap = setInterval(() => tell({ type: "heap", usedBytes: getHeapStatistics().used_heap_size }), HEAP_REPORT_MS);

  const post = () => {
    if (isOver) return;
    const { events } = command.host;
    events.slice(told).forEach((event: HostEvent) => tell({ type: "event", event }));
    told = events.length;
    isOver = command.failure !== undefined || command.hasEnded;
    if (command.failure) tell({ type: "crash", error: errorObject(command.failure) });
    else if (command.hasEnded) tell({ type: "ended" });
    else tell({ type: "stage", stage: describeStage(command, look), acks: { ...acks } });
    if (isOver) clearInterval(heap);
  };
  const postSoon = atMostEvery(FRAME_MS, post);
  command.subscribe(postSoon);
  post();

  return {
    take(message: Exclude<ToWorker, { type: "launch" | "ping" }>): void {
      switch (message.type) {
        case "deed":
          acks[message.page] = message.number;
          if (!isOver) doDeed(command, message.deed);
          break;
        case "world":
          look = { ...look, ...(message.change.appearance && { appearance: message.change.appearance }) };
          changeWorld(command, message.change);
          break;
        case "answer":
          calls.answer(message.id, message.error);
          break;
        case "close":
          command.close();
      }
      postSoon();
    },
  };
}

function lookOf({ title, icon, appearance, assetsFolder, addressSecret }: WorkerLaunch): Look {
  return {
    title,
    canGoBack: true,
    appearance,
    assetsFolder,
    fileAddress: signedAddresses(addressSecret).addressOf,
    now: () => new Date(),
    ...(icon && { icon }),
  };
}

function propsOf({ request, arguments: given }: WorkerLaunch) {
  return {
    launchType: request.launchType,
    arguments: given,
    ...(request.context && { launchContext: request.context }),
    ...(request.fallbackText !== undefined && { fallbackText: request.fallbackText }),
  };
}

function makeWorld(launched: WorkerLaunch, system: Partial<System>): World {
  const { request, mac, preferences, appearance, supportFolder, assetsFolder } = launched;
  return quietWorld({
    ...worldOf(mac),
    commandName: request.command,
    commandMode: launched.mode,
    extensionName: launched.extensionName,
    ownerOrAuthorName: launched.ownerOrAuthorName,
    launchType: request.launchType,
    launchContext: request.context,
    preferences,
    appearance,
    applications: APPLICATIONS,
    assetsPath: assetsFolder,
    supportPath: supportFolder,
    system,
    ...memoryMaps(launched.memory),
  });
}

/** The maps that outlive the command: the preview host is told whenever one changes. */
function memoryMaps(memory: Memory): Pick<World, keyof Memory> {
  const changed = () =>
    tell({
      type: "memory",
      memory: {
        localStorage: Object.fromEntries(localStorage),
        storedValues: Object.fromEntries(storedValues),
        drafts: Object.fromEntries(drafts),
      },
    });
  const localStorage = new TellingMap(memory.localStorage, changed);
  const storedValues = new TellingMap(memory.storedValues, changed);
  const drafts = new TellingMap(memory.drafts, changed);
  return { localStorage, storedValues, drafts };
}

/** A map that tells of its changes. */
class TellingMap<V> extends Map<string, V> {
  readonly #changed: () => void;

  constructor(values: Readonly<Record<string, V>>, changed: () => void) {
    super();
    this.#changed = changed;
    for (const [key, value] of Object.entries(values)) super.set(key, value);
  }
  override set(key: string, value: V): this {
    super.set(key, value);
    this.#changed();
    return this;
  }
  override delete(key: string): boolean {
    const was = super.delete(key);
    this.#changed();
    return was;
  }
  override clear(): void {
    super.clear();
    this.#changed();
  }
}

function changeWorld(command: RunningCommand, { mac, preferences, appearance }: Partial<ChangingWorld>): void {
  const { host } = command;
  host.world = {
    ...host.world,
    ...(mac && worldOf(mac)),
    ...(preferences && { preferences }),
    ...(appearance && { appearance }),
  };
  if (mac) host.clipboard = mac.clipboard;
}

/** What the command asks of the Mac, until the preview host has answered. */
function pendingCalls() {
  const waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  let last = 0;
  const ask = (call: SystemCall) =>
    new Promise<void>((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      tell({ type: "call", id: last, call });
    });
  const system: Partial<System> = {
    open: (target) => ask({ kind: "open", target }),
    trash: (path) => ask({ kind: "trash", path }),
    launchCommand: (options) =>
      ask({
        kind: "launchCommand",
        request: {
          command: options.name,
          arguments: options.arguments ?? {},
          launchType: options.type,
          ...(options.context && { context: options.context }),
          ...(options.fallbackText != null && { fallbackText: options.fallbackText }),
        },
        ...("extensionName" in options && { extension: options.extensionName }),
      }),
  };
  return {
    system,
    answer(id: number, error: string | undefined): void {
      const call = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) call?.resolve();
      else call?.reject(new Error(error));
    },
  };
}

/** Calls at once where the last call is long enough ago, else once when it is. */
function atMostEvery(ms: number, call: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let last = -Infinity;
  return () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        last = performance.now();
        call();
      },
      Math.max(0, last + ms - performance.now()),
    );
  };
}
