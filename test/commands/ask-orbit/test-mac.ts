import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { join } from "node:path";
import type { ComponentType } from "react";
import { onTestFinished } from "vitest";
import AskOrbit from "../../../src/ask-orbit";
import type { ServedModels } from "../../fakes/model-server/model-routes";
import type { Script } from "../../fakes/model-server/script";
import { startModelServer, type ModelServer } from "../../fakes/model-server/server";
import { launch, type LaunchOptions } from "../../host/command/launch";
import type { Session } from "../../host/command/session";

/** A Mac for one test: an empty home folder, a folder for Orbit's data, and a model server that Orbit is set up with. */
export type TestMac = {
  home: string;
  supportPath: string;
  server: ModelServer;
  /** Opens Ask Orbit as Raycast does; the same chats are there every time. */
  openOrbit: (options?: LaunchOptions, Command?: ComponentType<never>) => Session;
};

/**
 * Starts the Mac with the answers of its model, and with the models that its server lists, if any. When the test is over,
 * windows are closed and everything is removed.
 */
export async function startMac(
  respond: Script = () => ({ text: "Yes." }),
  served: ServedModels = {},
): Promise<TestMac> {
  const folder = await realpath(await mkdtemp(join(os.tmpdir(), "orbit-window-")));
  const home = join(folder, "home");
  const supportPath = join(folder, "support");
  await mkdir(home);
  await mkdir(supportPath);
  const server = await startModelServer({ respond, ...served });
  const windows: Session[] = [];
  const giveBackHome = replaceHome(home);
  onTestFinished(async () => {
    try {
      for (const window of windows) window.close();
    } finally {
      await server.stop();
      giveBackHome();
      await rm(folder, { recursive: true, force: true });
    }
  });
  const preferences = { provider: "openai", openaiBaseUrl: `${server.url}/v1`, openaiModel: "test-model" };
  return {
    home,
    supportPath,
    server,
    openOrbit: (options = {}, Command = AskOrbit) => {
      const window = launch(Command, { preferences, supportPath, ...options });
      windows.push(window);
      return window;
    },
  };
}

/** Threads share one environment that they cannot change, so HOME would not do. */
function replaceHome(home: string): () => void {
  const { homedir } = os;
  os.homedir = () => home;
  syncBuiltinESMExports();
  return () => {
    os.homedir = homedir;
    syncBuiltinESMExports();
  };
}

/** Other tests share the machine, and a whole run may have to be waited for. */
const LONGEST_RUN_MS = 20_000;

/** Waits until the window shows a request, and nothing runs. */
export async function untilQuiet(window: Session, question: string): Promise<void> {
  const isQuiet = () => !window.isLoading && window.items.some(({ section }) => section === question);
  await window.until(isQuiet, LONGEST_RUN_MS);
}

/** Types a question and asks it. */
export async function askInWindow(window: Session, question: string): Promise<void> {
  await window.until(() => window.actions.length > 0);
  window.type(question);
  window.press("Ask");
}

/** The address of a server that is not there any more. */
export async function deadServer(): Promise<string> {
  const server = await startModelServer({ respond: [] });
  await server.stop();
  return `${server.url}/v1`;
}
