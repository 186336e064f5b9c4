import { stat } from "node:fs/promises";
import { storeWords } from "../agent/notices";
import { StoreError } from "../agent/ports/store";
import { createOrbit, createRegistry, type Orbit } from "../compose";
import { askEventsOf, type AskEvent } from "./ask-events";
import { chatTask, ImportError } from "./chat-tasks";
import { askInChat, askOnce, switchChat, type AskSession } from "./ask-session";
import { checkSetup } from "./check-setup";
import type { LineReader } from "./line-reader";
import { parseOptions, USAGE, UsageError, type AskOptions } from "./options";
import { jsonPrinter, textPrinter, whoWords, type Output } from "./print-events";
import { ImageError, questionImages } from "./question-images";
import { terminalHost } from "./terminal-host";
import { terminalLine } from "./terminal-text";
import { toolList } from "./tool-list";
import { turnToolTask } from "./turn-tool";

/** What `ask` reaches the world through, besides the files below its home folder and the model. */
export type AskIo = {
  /** The environment variables; keys are read from them. */
  env: NodeJS.ProcessEnv;
  output: Output;
  /** Opens what the person types. `onInterrupt` is called on Ctrl-C. */
  openLines: (onInterrupt: () => void) => LineReader;
  /** Gets what to do before the process is ended from outside: a chat that is not let go of stays closed to others. */
  onTerminate?: (close: () => Promise<void>) => void;
};

/** Runs `ask`. Gives the exit code: 0 where an answer came, 1 where none did, 2 where the command line is wrong. */
export async function runAsk(args: string[], io: AskIo): Promise<number> {
  try {
    return await run(parseOptions(args, io.env), io);
  } catch (error) {
    const { text, code } = explain(error);
    io.output.status(`${text}\n`);
    // Also where the command line is wrong: a program that reads the events gets the end all the same.
    if (args.includes("--json")) tellFailure(jsonPrinter(io.output), text);
    return code;
  }
}

async function run(options: AskOptions, io: AskIo): Promise<number> {
  const { task } = options;
  if (task.type === "help") {
    io.output.out(USAGE);
    return 0;
  }
  if (options.home !== undefined) await checkHome(options.home);
  const host = terminalHost(options.preferences, options.home);
  const { tools } = createRegistry(host);
  if (task.type === "list_tools") {
    // Without the store: whoever only looks at the tools gets no folder made, and no damaged database set aside.
    io.output.out(toolList(tools, options.json));
    return 0;
  }
  const orbit = await createOrbit(host);
  io.onTerminate?.(() => orbit.close());
  try {
    if (task.type === "ask") return await ask(orbit, options, io);
    for (const { text } of orbit.notices) io.output.status(`! ${terminalLine(text)}\n`);
    if (task.type === "check") {
      const { text, isReady } = await checkSetup(orbit.models, options);
      io.output.out(text);
      return isReady ? 0 : 1;
    }
    if (task.type === "turn_tool")
      io.output.out(await turnToolTask(task, tools, { memory: orbit.memory, json: options.json }));
    else io.output.out(await chatTask(task, { store: orbit.store, images: orbit.images, host, json: options.json }));
    return 0;
  } finally {
    await orbit.close();
  }
}

/** A folder that is not there is a slip of the pen: making it would hide that, and the answer would find nothing. */
async function checkHome(home: string): Promise<void> {
  const isFolder = await stat(home).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new UsageError(`--home takes a folder, and there is none at "${home}".`);
}

async function ask(orbit: Orbit, options: AskOptions, { output, openLines }: AskIo): Promise<number> {
  const { loop } = orbit;
  const images = await questionImages(options.images, orbit.images);
  const print = options.json ? jsonPrinter(output) : textPrinter(output);
  const tell = askEventsOf(
    print,
    () => loop.snapshot().calls.values(),
    () => loop.snapshot().route,
  );
  for (const notice of orbit.notices) print({ type: "notice", ...notice });
  const lines = openLines(() => void loop.stop());
  const session: AskSession = { loop, approve: options.approve, lines, print, tell, status: output.status };
  loop.subscribe(tell);
  try {
    await openChat(session, options.chat);
    const { question, isSwitching } = options;
    if (!isSwitching) sayWhoGoesOn(session, options);
    // A question for the model that the flags name is for no other.
    else if ((await switchChat(session)) === false && question !== undefined) return 1;
    const hasAnswer = question === undefined ? await askInChat(session) : await askOnce(session, question, images);
    return hasAnswer ? 0 : 1;
  } finally {
    lines.close();
  }
}

async function openChat({ loop, status }: AskSession, which: string): Promise<void> {
  if (which === "new") return;
  // Said as soon as the chat is there: notices about it come right after.
  const unsubscribe = loop.subscribe(({ type }) => {
    if (type === "chat") status(`Going on with the chat "${terminalLine(loop.snapshot().header?.title ?? "")}".\n`);
  });
  const isOpen = which === "last" ? await loop.openLatest("any") : await loop.open(which);
  unsubscribe();
  if (!isOpen) throw new UsageError(which === "last" ? "There is no chat yet." : `There is no chat "${which}".`);
}

/** What the flags name does not move a chat: who opens the last one with the flags of another must know. */
function sayWhoGoesOn({ loop, status }: AskSession, { model, preferences: { provider } }: AskOptions): void {
  const { route } = loop.snapshot();
  if (route === undefined) return;
  const isOther =
    (model !== undefined && model !== route.model) || (provider !== "automatic" && provider !== route.provider);
  if (isOther)
    status(`This chat stays with ${whoWords(route)}. --switch goes on with the model that the flags name.\n`);
}

/** A program that reads the events gets the end, whatever happened. */
function tellFailure(print: (event: AskEvent) => void, text: string): void {
  print({ type: "notice", style: "error", text, actions: [] });
  print({ type: "end", end: "failed", chat: undefined, route: undefined, tools: [] });
}

/** What went wrong, in words; a stack helps nobody here. */
function explain(error: unknown): { text: string; code: number } {
  if (error instanceof UsageError) return { text: `${error.message}\nSee: npm run ask -- --help`, code: 2 };
  if (error instanceof ImportError || error instanceof ImageError) return { text: error.message, code: 1 };
  if (error instanceof StoreError) return { text: storeWords(error.detail), code: 1 };
  return { text: "Orbit stopped because of a fault of its own.", code: 1 };
}
