import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Deed } from "../frame/deed";
import type { Frame, PanelEntry, Screen, Stage } from "../frame/frame";
import { readExtension } from "./extension";
import { PreviewHost, type PreviewOptions } from "./preview-host";
import { openState, type State } from "./state";

/** A command for a test: what the manifest says of it, and its code. */
export interface SampleCommand {
  readonly mode?: "view" | "no-view" | "menu-bar";
  readonly interval?: string;
  readonly arguments?: readonly object[];
  readonly preferences?: readonly object[];
  /** What stands after `exports.default =`; api, react and jsx are there. */
  readonly code: string;
}

/** A preview host with commands of a test's own, and a page that looks on. */
export interface SampleHost {
  readonly host: PreviewHost;
  readonly folder: string;
  readonly state: State;
  /** What the terminal shows. */
  readonly said: readonly string[];
  /** Does something as the page, and gives the number of the deed. */
  send(deed: Deed): number;
  key(key: string): number;
  /** Chooses an action of the screen on top by its title. */
  choose(title: string): number;
  /** Starts a command as from the root search. */
  open(command: string): void;
  /** Waits until a frame is as wanted. */
  until(isAsWanted: (frame: Frame) => boolean): Promise<Frame>;
  /** Waits until the screen on top holds the text. */
  shows(text: string): Promise<Stage>;
  close(): Promise<void>;
}

/** Starting a worker takes a while where much else goes on. */
const WAIT_MS = 15_000;

/** Starts a preview host in a folder of its own; `dist` is made as `ray build` makes it. */
export function startSampleHost(
  commands: Readonly<Record<string, SampleCommand>>,
  options: Partial<PreviewOptions> = {},
): SampleHost {
  const folder = mkdtempSync(join(tmpdir(), "preview-host-"));
  const extension = readExtension(writeExtension(join(folder, "extension"), commands));
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const state = openState(join(folder, "state"), extension.name, say);
  const host = new PreviewHost({
    extension,
    state,
    homeFolder: folder,
    secret: "secret",
    scriptAddress: "http://127.0.0.1:9",
    popToRootMs: 60_000,
    hungAfterMs: 10_000,
    say,
    ...options,
  });
  let number = 0;
  const send = (deed: Deed) => {
    host.do("page", ++number, deed);
    return number;
  };
  const until = (isAsWanted: (frame: Frame) => boolean): Promise<Frame> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const frame = host.frame();
        if (!isAsWanted(frame)) return;
        clearTimeout(timer);
        unsubscribe();
        resolve(frame);
      };
      const unsubscribe = host.subscribe(look);
      const timer = setTimeout(() => {
        unsubscribe();
        reject(new Error(`It did not come to that. The last frame: ${JSON.stringify(host.frame(), null, 1)}`));
      }, WAIT_MS);
      look();
    });
  host.pageCame("page");
  return {
    host,
    folder,
    state,
    said,
    send,
    until,
    key: (key) => send({ type: "key", key, modifiers: [] }),
    choose: (title) => send(actionDeed(host.frame().stage.screen, title)),
    open(command) {
      const { stage } = host.frame();
      if (stage.screen?.kind !== "list") throw new Error("The root search is not in front.");
      send({ type: "select", screen: stage.screen.key, id: `command:${command}` });
      send({ type: "key", key: "return", modifiers: [] });
    },
    shows: async (text) => (await until(({ stage }) => JSON.stringify(stage.screen ?? "").includes(text))).stage,
    async close() {
      await host.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function writeExtension(folder: string, commands: Readonly<Record<string, SampleCommand>>): string {
  mkdirSync(join(folder, "dist"), { recursive: true });
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "assets", "icon.png"), "");
  const manifest = {
    name: "sample",
    title: "Sample",
    icon: "icon.png",
    author: "ann",
    preferences: [{ name: "token", type: "password", title: "Token" }],
    commands: Object.entries(commands).map(([name, command]) => ({
      name,
      title: name,
      mode: "view",
      ...command,
      code: undefined,
    })),
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  for (const [name, { code }] of Object.entries(commands)) {
    writeFileSync(
      join(folder, "dist", `${name}.js`),
      `"use strict";
      var api = require("@raycast/api"), react = require("react"), jsx = require("react/jsx-runtime").jsx;
      var view = (markdown, deeds = {}) => jsx(api.Detail, { markdown, actions: jsx(api.ActionPanel, {
        children: Object.entries(deeds).map(([title, onAction]) => jsx(api.Action, { title, onAction }, title)) }) });
      Object.defineProperty(exports, "__esModule", { value: true });
      exports.default = ${code};`,
    );
  }
  return folder;
}

function actionDeed(screen: Screen | undefined, title: string): Deed {
  const entries: readonly PanelEntry[] = screen?.panel?.sections.flatMap((section) => section.entries) ?? [];
  const entry = entries.find((candidate) => candidate.title === title);
  if (!screen || !entry) {
    throw new Error(`There is no action "${title}", only: ${entries.map((other) => other.title).join(", ")}`);
  }
  return { type: "action", screen: screen.key, id: entry.id };
}
