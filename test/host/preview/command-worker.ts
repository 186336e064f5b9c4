import { getHeapStatistics } from "node:v8";
import { parentPort } from "node:worker_threads";
import { loadBundle } from "../command/bundle";
import type { System, World } from "../command/host";
import type { HostedCommand } from "../command/hosted-command";
import { quietWorld } from "../command/quiet-world";
import { signedAddresses } from "../frame/file-address";
import type { Look } from "../frame/look";
import { APPLICATIONS } from "./applications";
import { startCommand } from "./command-run";
import { errorObject } from "./error-object";
import { worldOf } from "./launcher/mac-settings";
import { memoryMaps, type MemoryMaps } from "./memory-maps";
import { pendingCalls } from "./pending-calls";
import type { ChangingWorld, FromWorker, ToWorker, WorkerLaunch } from "./worker-protocol";

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
  // With nobody to listen to, the worker ends when the command has done what it still does.
  if (message.type === "close") port.unref();
});

// Ready.
tell({ type: "pong" });

function launch(launched: WorkerLaunch): void {
  try {
    run = startRun(launched);
  } catch (error) {
    tell({ type: "crash", error: errorObject(error) });
  }
}

function startRun(launched: WorkerLaunch) {
  const calls = pendingCalls(tell);
  const memory = memoryMaps(launched.memory, (change) => tell({ type: "memory", change }));
  const acks: Record<string, number> = {};
  let look = lookOf(launched);
  let told = 0;
  let isOver = false;

  const started = startCommand(loadBundle(launched.bundle), launched, makeWorld(launched, calls.system, memory));
  const { command } = started;
  const heap = setInterval(() => tell({ type: "heap", usedBytes: getHeapStatistics().used_heap_size }), HEAP_REPORT_MS);
  heap.unref();

  const post = () => {
    if (isOver) return;
    const { events } = command.host;
    events.slice(told).forEach((event) => tell({ type: "event", event }));
    told = events.length;
    isOver = command.failure !== undefined || command.hasEnded;
    if (command.failure) tell({ type: "crash", error: errorObject(command.failure) });
    else {
      tell({ type: "picture", picture: started.picture(look), acks: { ...acks } });
      if (isOver) tell({ type: "ended" });
    }
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
          if (!isOver) started.do(message.deed);
          break;
        case "world":
          look = { ...look, ...(message.change.appearance && { appearance: message.change.appearance }) };
          changeWorld(command, message.change);
          break;
        case "memory":
          memory.take(message.change);
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

function makeWorld(launched: WorkerLaunch, system: Partial<System>, memory: MemoryMaps): World {
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
    ...memory.maps,
  });
}

function changeWorld({ host }: HostedCommand, { mac, preferences, appearance }: Partial<ChangingWorld>): void {
  host.world = {
    ...host.world,
    ...(mac && worldOf(mac)),
    ...(preferences && { preferences }),
    ...(appearance && { appearance }),
  };
  if (mac) host.clipboard = mac.clipboard;
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
