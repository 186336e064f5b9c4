import "../../../scripts/needs-node.mjs";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { LaunchType } from "../api/enums";
import { makeDemoHome } from "../../fakes/demo-home";
import { DEMO_MODELS } from "../../fakes/demo-models";
import { pacedScript } from "../../fakes/paced-script";
import { startModelServer } from "../../fakes/model-server/server";
import { bundleOf, commandNamed, ManifestError, readExtension, type Extension } from "./extension";
import { openBrowser } from "./open-browser";
import { HELP, OptionError, parseOptions, type StartOptions } from "./options";
import { pageFiles } from "./page-files";
import { startPageServer } from "./page-server";
import { PreviewHost } from "./preview-host";
import { openState } from "./state";

// The preview host: `npm start` where there is no Raycast.

/** After so long without an answer a command counts as hung. */
const HUNG_AFTER_MS = 10_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function start(options: StartOptions): Promise<void> {
  const extension = readExtension(options.extension);
  checkCommand(extension, options.command);
  const state = openState(options.state, extension.name, say);
  const homeFolder = options.home ?? (await demoHome(join(options.state, "demo-home")));
  // Workers cannot be given a home of their own: they read this process's.
  process.env["HOME"] = homeFolder;
  const script = await startModelServer({ respond: pacedScript, models: DEMO_MODELS, ollama: true });
  const host = new PreviewHost({
    extension,
    state,
    homeFolder,
    secret: randomBytes(32).toString("base64url"),
    scriptAddress: script.url,
    popToRootMs: options.popToRootMs,
    hungAfterMs: HUNG_AFTER_MS,
    say,
  });
  if (options.command !== undefined) {
    host.launch({ command: options.command, arguments: {}, launchType: LaunchType.UserInitiated });
  }
  const server = await startPageServer(host, await pageFiles());
  stopAtEnd(async () => {
    await server.close();
    await host.close();
    await script.stop();
  });
  say(`This is the preview host of ${extension.title}: the extension itself, drawn by a page. It is not Raycast.`);
  say(`Home:  ${homeFolder}${options.home === undefined ? " (made-up files)" : ""}`);
  say(`State: ${options.state} (chats and preferences; delete it to begin anew)`);
  say(`Model: ${host.frame().model}`);
  say(`\n  ${server.address}\n`);
  if (options.opensBrowser) openBrowser(server.address);
}

function checkCommand(extension: Extension, name: string | undefined): void {
  const command = name === undefined ? extension.commands[0] : commandNamed(extension, name);
  if (!command) throw new OptionError(`${extension.title} has no command "${name ?? ""}".`);
  if (!existsSync(bundleOf(extension, command))) {
    throw new OptionError(`${bundleOf(extension, command)} is not there. Run: npm run build`);
  }
}

async function demoHome(folder: string): Promise<string> {
  if (existsSync(folder)) return folder;
  // A start that is broken off must not leave half a home behind as if it were whole.
  const half = `${folder}.new`;
  await rm(half, { recursive: true, force: true });
  await makeDemoHome(half, new Date());
  await rename(half, folder);
  return folder;
}

/** Stops once: at a signal, or when whoever started it is gone and can send none. */
function stopAtEnd(stop: () => Promise<void>): void {
  let isStopping = false;
  const end = () => {
    if (isStopping) return;
    isStopping = true;
    void stop().then(() => process.exit(0));
  };
  for (const event of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) process.on(event, end);
  // They may have gone before this. Where there never was a channel, the property is not there either.
  if ("connected" in process && !process.connected) end();
}

async function main(): Promise<void> {
  try {
    const options = parseOptions(process.argv.slice(2));
    if (options.isHelpWanted) say(HELP);
    else await start(options);
  } catch (error) {
    if (!(error instanceof OptionError || error instanceof ManifestError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

void main();
