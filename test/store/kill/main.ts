import { liveTwice, type Lives, type Moment } from "./two-lives";

/** Runs `ask` again and again, kills it at random moments, and checks what the next life finds (rule M3.2). */
const [RUNS = 200, SEED = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
/** Two processes at a time keep two cores busy; more would only make the moments less random. */
const LANES = 2;

/** mulberry32: a small seeded generator, so that a failing run can be had again. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Most moments lie between the first request and the end; one in ten lies before, when the question is being stored. */
function randomMoment(random: () => number, calm: Lives): Moment {
  return random() < 0.1
    ? { after: "start", ms: calm.startMs * (0.8 + 0.2 * random()) }
    : { after: "first request", ms: calm.requestMs * 1.05 * random() };
}

async function main(): Promise<void> {
  if (process.platform === "darwin") {
    // The effect that is counted goes through xdg-open; on a Mac the run would open real files.
    console.log("npm run test:kill runs on Linux only.");
    return;
  }
  if (!Number.isInteger(RUNS) || RUNS < 1 || !Number.isInteger(SEED)) {
    // No run would be no failure either.
    console.error("npm run test:kill -- [runs] [seed]: both are whole numbers, and one run is the least.");
    process.exitCode = 2;
    return;
  }
  const calm = await liveTwice(undefined);
  if (calm.violations.length > 0) throw new Error(`Without a kill: ${calm.violations.join(" ")}`);
  console.log(
    `${RUNS} runs, seed ${SEED}; without a kill a run asks after ${calm.startMs.toFixed(0)} ms ` +
      `and ends ${calm.requestMs.toFixed(0)} ms later.`,
  );
  const random = randomFrom(SEED);
  const moments = Array.from({ length: RUNS }, () => randomMoment(random, calm));
  const reached = new Map<string, number>();
  let failed = 0;
  const lane = async () => {
    for (let moment = moments.pop(); moment !== undefined; moment = moments.pop()) {
      const lives = await liveTwice(moment);
      reached.set(lives.reached, (reached.get(lives.reached) ?? 0) + 1);
      if (lives.violations.length === 0) continue;
      failed += 1;
      console.log(
        `killed ${moment.ms.toFixed(0)} ms after the ${moment.after} (${lives.reached}):\n  ${lives.violations.join("\n  ")}`,
      );
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  for (const [progress, count] of [...reached].sort(([, a], [, b]) => b - a)) {
    console.log(`${String(count).padStart(4)} × ${progress}`);
  }
  console.log(`${RUNS - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

void main();
