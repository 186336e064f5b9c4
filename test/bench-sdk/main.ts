// npm run bench:sdk: what reading a stream costs Orbit, the official SDKs and the ai package, against a plain fetch loop.
import { availableParallelism } from "node:os";
import { startServerProcess } from "../bench/server-process";
import type { Cost } from "./contender";
import { ANSWERS, type Format } from "./answers";
import { startContender, type ContenderProcess } from "./contender-process";
import packageJson from "./package.json" with { type: "json" };
import { failures, table, type Run } from "./report";

const ROUNDS = 7;
const WARM_UP = 2;

type Entry = Pick<Run, "contender" | "role"> & { script: string };

const PLAIN_FETCH: Entry = { contender: "plain fetch loop", role: "floor", script: "contenders/plain-fetch.ts" };
const ORBIT: Entry = { contender: "Orbit", role: "orbit", script: "contenders/orbit.ts" };
const AI = peer("ai", "peers/ai-sdk.ts");
const ENTRIES: Readonly<Record<Format, readonly Entry[]>> = {
  anthropic: [PLAIN_FETCH, ORBIT, peer("@anthropic-ai/sdk", "peers/anthropic-sdk.ts"), AI],
  openai: [PLAIN_FETCH, ORBIT, peer("openai", "peers/openai-sdk.ts"), AI],
};

const [, smallCall, , largeCall] = ANSWERS;
const GROWTH = { from: smallCall.name, to: largeCall.name };

function peer(name: keyof typeof packageJson.dependencies, script: string): Entry {
  return { contender: `${name} ${packageJson.dependencies[name]}`, role: "peer", script };
}

/** Prints one table, and ends with 1 where Orbit is too slow or not linear. */
async function main(): Promise<void> {
  console.log(`Node ${process.version}, ${availableParallelism()} cores`);
  const server = await startServerProcess("../bench-sdk/answer-server.ts");
  try {
    const runs = [...(await race("anthropic", server.origin)), ...(await race("openai", server.origin))];
    console.log(table(runs, GROWTH));
    const failed = failures(runs, GROWTH);
    for (const failure of failed) console.error(failure);
    process.exitCode = failed.length > 0 ? 1 : 0;
  } finally {
    server.stop();
  }
}

/** Measures everyone in turns, so that what else the machine does hits all of them. */
async function race(format: Format, origin: string): Promise<Run[]> {
  const contenders: (Entry & { process: ContenderProcess })[] = [];
  try {
    for (const entry of ENTRIES[format]) contenders.push({ ...entry, process: await startContender(entry.script) });
    const tasks = ANSWERS.flatMap(({ name }, answer) =>
      contenders.map((contender) => ({ ...contender, job: { format, origin, answer }, name, costs: [] as Cost[] })),
    );
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      for (const { process, job, costs } of tasks) {
        const cost = await process.measure(job);
        if (round >= 0) costs.push(cost);
      }
    }
    return tasks.map(({ name, contender, role, costs }) => ({ format, answer: name, contender, role, costs }));
  } finally {
    for (const { process } of contenders) process.stop();
  }
}

void main();
