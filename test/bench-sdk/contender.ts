import * as z from "zod";
import { watchHeap } from "../bench/heap-meter";
import { ANSWERS, check, type Answer, type Format, type Outcome } from "./answers";

/** As long as real ones are: Orbit keeps keys of that length out of what a server says, which costs time. */
export const KEY = "sk-bench-0123456789abcdefghijklmnopqrstuvwxyz";

/** Asks the server for an answer and reads it, in one way of doing so. */
export type Ask = (question: { origin: string; model: string; type: Answer["type"] }) => Promise<Outcome>;

/**
 * What one answer cost. CPU is the whole process's, so what it collects and compiles beside is counted; the heap
 * is the most that it held, garbage included.
 */
export type Cost = { wallMs: number; cpuMs: number; heapMb: number };

/** Asked for again until this has passed: a single answer can be over before a clock of the CPU has moved. */
const SAMPLE_MS = 100;

const job = z.object({ origin: z.string(), format: z.enum(["anthropic", "openai"]), answer: z.number() });

/** What a contender of the bench is asked: for which answer, in which format, and where. */
export type Job = z.infer<typeof job>;

/** Makes this process a contender: it measures each job that the parent sends, and sends what that cost. */
export function contend(asks: Partial<Record<Format, Ask>>): void {
  process.on("message", (message) => {
    const { origin, format, answer: index } = job.parse(message);
    const answer = ANSWERS[index];
    const ask = asks[format];
    if (answer === undefined || ask === undefined) throw new Error("There is no such answer.");
    void measure(() => ask({ origin, model: answer.name, type: answer.type }), answer, format).then((cost) =>
      process.send?.(cost),
    );
  });
  process.send?.("ready");
}

/** Collects no garbage first: V8 throws compiled code away with it, and what is measured then is compiling. */
async function measure(ask: () => Promise<Outcome>, answer: Answer, format: Format): Promise<Cost> {
  const heap = watchHeap();
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  let answers = 0;
  let outcome: Outcome;
  do {
    outcome = await ask();
    answers += 1;
  } while (performance.now() - started < SAMPLE_MS);
  const wallMs = (performance.now() - started) / answers;
  const { user, system } = process.cpuUsage(cpuBefore);
  check(answer, outcome, format);
  return { wallMs, cpuMs: (user + system) / 1_000 / answers, heapMb: heap.end() };
}
