import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import * as z from "zod";

const firstMessage = z.tuple([z.number()]).rest(z.unknown());

/** A server of a bench: a process of its own, so that its work is not counted as the reader's. */
export type ServerProcess = { origin: string; stop: () => void };

/** Starts a script of this folder, which sends its port when it listens on 127.0.0.1. */
export async function startServerProcess(script: string): Promise<ServerProcess> {
  const server = fork(join(import.meta.dirname, script), { execArgv: ["--import", "tsx"] });
  try {
    const [port] = firstMessage.parse(await once(server, "message"));
    return { origin: `http://127.0.0.1:${port}`, stop: () => void server.kill() };
  } catch (error) {
    server.kill();
    throw error;
  }
}
