import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import * as z from "zod";

/** A package of its own: what is installed in it stays out of the way of the project's own packages. */
const SERVERS = join(import.meta.dirname, "servers");

/** What the preload tells first: the port. */
const firstMessage = z.tuple([z.number()]).rest(z.unknown());

/** A server in a process of its own, on 127.0.0.1. */
export type ServerProcess = { url: string; stop: () => Promise<void> };

/** Starts a server of others: a script of that folder, or of a package in it. */
export async function startServer(script: string, ...args: string[]): Promise<ServerProcess> {
  const server = fork(join(SERVERS, script), args, {
    cwd: SERVERS,
    execArgv: ["--import", join(SERVERS, "loopback-only.mjs")],
    // No proxy, no key, no setting of the person's gets into it.
    env: { PATH: process.env["PATH"] },
    silent: true,
  });
  let said = "";
  for (const stream of [server.stdout, server.stderr]) stream?.on("data", (chunk) => (said += String(chunk)));
  const closed = once(server, "close");
  const started = once(server, "message").then((message) => firstMessage.parse(message)[0]);
  const port = await Promise.race([started, closed.then(() => undefined)]);
  if (port === undefined) throw new Error(`${script} ended before it listened: ${said.slice(-2_000)}`);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.kill("SIGKILL");
      await closed;
    },
  };
}
