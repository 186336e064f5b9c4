import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { callResult } from "../../../src/agent/history/call-result";
import type { CallRow } from "../../../src/agent/history/calls";
import type { AgentLoop } from "../../../src/agent/loop";
import { terminalHost } from "../../../src/cli/terminal-host";
import { createOrbit } from "../../../src/compose";
import { startModelServer, type ModelServer } from "../../fakes/model-server/server";
import { NOTES, QUESTION, respond } from "./wish";

const ROOT = join(import.meta.dirname, "..", "..", "..");

/** When the first life is killed: so long after its start, or after its first request to the model, in milliseconds. */
export type Moment = { after: "start" | "first request"; ms: number };

/** What one run did. `violations` are broken promises; `reached` says how far the first life came. */
export type Lives = { violations: string[]; reached: string; startMs: number; requestMs: number };

type Place = { home: string; bin: string; openedLog: string };

/**
 * Runs `ask`, kills it with SIGKILL at a moment (never, where there is none), and lets a second life find the chat and
 * finish it. Checks what must hold across both.
 */
export async function liveTwice(moment: Moment | undefined): Promise<Lives> {
  const folder = await mkdtemp(join(tmpdir(), "orbit-kill-"));
  const asked = Promise.withResolvers<undefined>();
  const server = await startModelServer({
    respond: (request) => {
      asked.resolve(undefined);
      return respond(request);
    },
  });
  try {
    const place = await makePlace(folder);
    const times = await firstLife(place, server, moment, asked.promise);
    const requestsBefore = server.requests.length;
    return { ...(await secondLife(place, server, requestsBefore)), ...times };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A home with notes, and an `xdg-open` that writes down what it opens: the effect that can be counted. */
async function makePlace(folder: string): Promise<Place> {
  const place = { home: join(folder, "home"), bin: join(folder, "bin"), openedLog: join(folder, "opened.log") };
  await mkdir(join(place.home, "Notes"), { recursive: true });
  await mkdir(place.bin);
  for (let index = 0; index < NOTES; index += 1) {
    await writeFile(join(place.home, "Notes", `note-${index}.txt`), `Note ${index}\n`);
  }
  await writeFile(place.openedLog, "");
  await writeFile(join(place.bin, "xdg-open"), `#!/bin/sh\nprintf '%s\\n' "$1" >> '${place.openedLog}'\n`);
  await chmod(join(place.bin, "xdg-open"), 0o755);
  return place;
}

async function firstLife(place: Place, server: ModelServer, moment: Moment | undefined, asked: Promise<undefined>) {
  const flags = ["--home", place.home, "--base-url", `${server.url}/v1`, "--model", "scripted", "--approve", "all"];
  const node = ["--import", "tsx", "--disable-warning=ExperimentalWarning", "src/cli/ask.ts"];
  const started = performance.now();
  const child = spawn(process.execPath, [...node, ...flags, "--json", QUESTION], {
    cwd: ROOT,
    env: { ...process.env, PATH: `${place.bin}${delimiter}${process.env["PATH"] ?? ""}` },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exited = once(child, "exit");
  const kill = (after: Moment["after"]) => {
    if (moment?.after === after) setTimeout(() => child.kill("SIGKILL"), moment.ms).unref();
  };
  kill("start");
  let requestMs = 0;
  void asked.then(() => {
    requestMs = performance.now() - started;
    kill("first request");
  });
  await exited;
  const totalMs = performance.now() - started;
  return { startMs: requestMs, requestMs: totalMs - requestMs };
}

async function secondLife(place: Place, server: ModelServer, requestsBefore: number) {
  const violations: string[] = [];
  const host = {
    ...terminalHost({ provider: "openai", openaiBaseUrl: `${server.url}/v1`, openaiModel: "scripted" }, place.home),
    // A minute later: until then the claim of the first life on its chat may hold.
    now: () => new Date(Date.now() + 60_000),
    open: (target: string) => appendFile(place.openedLog, `${target}\n`),
  };
  const orbit = await createOrbit(host);
  violations.push(...orbit.notices.map(({ text }) => text));
  try {
    const isOpen = await orbit.loop.openLatest("any");
    if (!isOpen) {
      if (requestsBefore > 0) violations.push("A request was sent, but its question was not stored.");
      return { violations, reached: "nothing stored" };
    }
    const calls = () => [...orbit.loop.snapshot().calls.values()];
    const reached = progressOf(calls());
    violations.push(...(await checkTold(place, calls())));
    await finish(orbit.loop);
    violations.push(...(await checkEnd(place, orbit.loop)));
    violations.push(...server.rejections.map((rejection) => `The wire view was not valid: ${rejection}`));
    return { violations, reached };
  } finally {
    await orbit.close();
  }
}

function progressOf(calls: readonly CallRow[]): string {
  return calls.map(({ tool, state }) => `${tool}:${state.type}`).join(" ") || "question stored";
}

/** Right after the restart: no call whose effect is there is told as not run. */
async function checkTold(place: Place, calls: readonly CallRow[]): Promise<string[]> {
  const done = await effects(place);
  return calls
    .filter((call) => done.some((path) => path.endsWith(nameOf(call))))
    .filter((call) => callResult(call).content.startsWith("NOT run"))
    .map((call) => `${call.tool} ran, but is told as not run (${call.state.type}).`);
}

/** Gives every word that is asked for and tries again, until the request is answered. */
async function finish(loop: AgentLoop): Promise<void> {
  for (let step = 0; step < NOTES && !isAnswered(loop); step += 1) {
    const waiting = [...loop.snapshot().calls.values()].flatMap(({ id, state }) =>
      state.type === "awaiting_approval" ? [{ id, digest: state.approval.digest }] : [],
    )[0];
    if (waiting === undefined) await loop.retry();
    else await loop.decide(waiting.id, { type: "run", digest: waiting.digest, edits: {} });
  }
}

function isAnswered(loop: AgentLoop): boolean {
  const last = loop.snapshot().rows.at(-1);
  return last?.type === "answer" && last.status === "complete";
}

async function checkEnd(place: Place, loop: AgentLoop): Promise<string[]> {
  const violations: string[] = [];
  const questions = loop.snapshot().rows.filter((row) => row.type === "user" && row.text === QUESTION);
  if (questions.length !== 1) violations.push(`The question stands in the chat ${questions.length} times.`);
  if (!isAnswered(loop)) violations.push("The request could not be finished.");
  const done = await effects(place);
  if (new Set(done).size !== done.length) violations.push(`A call ran twice: ${done.join(", ")}`);
  return violations;
}

/** What really happened: every opened note, once per opening, and every file that was written. */
async function effects(place: Place): Promise<string[]> {
  const opened = (await readFile(place.openedLog, "utf8")).split("\n").filter((line) => line !== "");
  const written = (await readdir(join(place.home, "Notes"))).filter((name) => name.startsWith("read-"));
  return [...opened, ...written];
}

function nameOf(call: CallRow): string {
  const path = call.input["path"];
  return call.tool === "list_folder" || typeof path !== "string" ? "\0" : path.slice(path.lastIndexOf("/") + 1);
}
