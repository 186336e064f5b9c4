import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { makeDemoHome } from "./demo-home";
import { DEMO_MODELS } from "./demo-models";
import { startModelServer } from "./model-server/server";
import { pacedScript } from "./paced-script";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

type SignalSource = Pick<NodeJS.EventEmitter, "on" | "off">;

/**
 * Runs the demo: makes the demo home in a new temporary folder, starts the scripted model and runs a program on both
 * with the terminal as it is. `command` starts the program, `args` go to it after the demo's own, so that they win.
 * Whatever happens, the server stops and the folder is removed. Gives the exit code.
 */
export async function runDemo(options: {
  command: readonly [program: string, ...args: string[]];
  args: readonly string[];
  say: (line: string) => void;
  /** Where signals to this process arrive. */
  signals?: SignalSource;
}): Promise<number> {
  const signals = forwardSignals(options.signals ?? process);
  const folder = await realpath(await mkdtemp(join(tmpdir(), "orbit-demo-")));
  try {
    const home = join(folder, "home");
    await makeDemoHome(home, new Date());
    const server = await startModelServer({ respond: pacedScript, models: DEMO_MODELS, ollama: true });
    try {
      options.say("This is a demo: the model is a script that knows a few wishes, and the files are made up.");
      options.say(`The demo home is ${home}. It is removed at the end.`);
      if (options.args.length === 0) {
        options.say('Try "Find my invoices", then "Create a file totals.txt with their sum".');
      }
      const [program, ...before] = options.command;
      const demo = [
        "--provider",
        "openai",
        "--base-url",
        `${server.url}/v1`,
        "--model",
        "scripted-demo",
        "--home",
        home,
      ];
      // Whatever the program keeps for the person must land in the demo's home, not in the real one.
      const env = { ...process.env, HOME: home };
      const child = spawn(program, [...before, ...demo, ...options.args], { stdio: "inherit", env });
      signals.to(child);
      return await exitCode(child, options.say);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    signals.stop();
  }
}

/** Keeps this process alive on signals, so that it can clean up, and passes them to the child, also earlier ones. */
function forwardSignals(source: SignalSource): { to: (child: ChildProcess) => void; stop: () => void } {
  let child: ChildProcess | undefined;
  let early: NodeJS.Signals | undefined;
  const forward = (signal: NodeJS.Signals): void => {
    if (child === undefined) early = signal;
    // Ctrl-C in a terminal reaches the child as well; a second one would mean more than the person meant.
    else if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of SIGNALS) source.on(signal, forward);
  return {
    to: (started) => {
      child = started;
      if (early !== undefined) started.kill(early);
    },
    stop: () => SIGNALS.forEach((signal) => source.off(signal, forward)),
  };
}

async function exitCode(child: ChildProcess, say: (line: string) => void): Promise<number> {
  return new Promise((resolve) => {
    child.on("error", (error) => {
      say(`The demo could not start: ${error.message}`);
      resolve(1);
    });
    // As shells do: 128 and the signal's number where a signal ended it.
    child.on("exit", (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}
