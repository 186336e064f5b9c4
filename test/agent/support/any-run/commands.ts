import * as fc from "fast-check";
import { acts, pick } from "./acts";
import { MODELS, type Life } from "./life";
import { passSecond, passTime, replaceWindows, rest, sleep, startWindow, watch } from "./time";

/**
 * One thing that happens. `run` begins it and does not wait for its end; what `isWhole` leaves the chat, and nobody is
 * quick enough to act between the end of its run and that.
 */
type Command = { toString: () => string; run: (life: Life) => unknown; isWhole?: boolean };

/** A command, with how long one waits before the next: so many microtasks, or until nothing moves any more. */
export type Step = { toString: () => string; run: (life: Life) => Promise<void>; isAtRest: boolean };

const windowCommand = fc
  .record({ number: fc.constantFrom(0, 0, 0, 0, 1), command: acts })
  .map(({ number, command }): Command => ({
    toString: () => `window ${number + 1} ${command.words}`,
    isWhole: command.isWhole ?? false,
    run: (life) => {
      const window = pick(
        life.windows.filter(({ isDead }) => !isDead),
        number,
      );
      if (window !== undefined) command.act(life, window);
    },
  }));

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 12, arbitrary: windowCommand },
  {
    weight: 1,
    arbitrary: fc.nat(MODELS.length - 1).map((index) => ({
      toString: () => `the settings name ${MODELS[index]?.recipient ?? ""}`,
      run: (life: Life) => void (life.named = index),
    })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Command>(
      { toString: () => "half a minute passes", isWhole: true, run: (life) => passTime(life, 30) },
      { toString: () => "two minutes pass", isWhole: true, run: (life) => passTime(life, 120) },
      {
        toString: () => "the Mac sleeps for 25 hours",
        isWhole: true,
        run: (life) => sleep(life, 25),
      },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constant({ toString: () => "somebody else changes all files", run: changeFiles }),
  },
  {
    weight: 1,
    arbitrary: fc.constant({
      toString: () => "a second window opens",
      run: (life: Life) => {
        if (life.windows.filter(({ isDead }) => !isDead).length >= 2) return;
        life.hadTwo = true;
        watch(life, startWindow(life));
      },
    }),
  },
);

/** Any list of commands. */
export const steps = fc.array(
  fc
    .record({ command, moments: fc.oneof(fc.constant(Infinity), fc.constant(Infinity), fc.nat(40)) })
    .map(({ command: { toString, run, isWhole }, moments: wanted }) => ({
      toString,
      run,
      moments: isWhole ? Infinity : wanted,
    }))
    .map(({ toString, run, moments }): Step => ({
      toString: () => `${toString()}${moments === Infinity ? "" : `; ${moments} moments`}`,
      isAtRest: moments === Infinity,
      run: async (life) => {
        passSecond(life);
        await replaceWindows(life);
        await run(life);
        if (moments === Infinity) return rest(life);
        for (let moment = 0; moment < moments; moment += 1) await Promise.resolve();
      },
    })),
  { minLength: 1, maxLength: 14 },
);

function changeFiles({ surroundings: { world, clock } }: Life): void {
  for (const { input } of world.runs)
    if (typeof input["key"] === "string") world.notes.set(input["key"], `${clock.now}`);
}
