import { vi } from "vitest";
import { StoreError } from "../../../../src/agent/ports/store";
import { settle } from "../create-loop";
import { openWindow, type Life } from "./life";

/** Claims are renewed as often. */
const STEP_SECONDS = 5;
const HOUR = 60 * 60 * 1000;

/** Lets everything happen that needs neither time nor the person; who died comes back. */
export async function rest(life: Life): Promise<void> {
  await settle();
  await replaceWindows(life);
}

/** Windows that are over are opened again, which by itself must not start anything. */
export async function replaceWindows(life: Life): Promise<void> {
  for (const window of life.windows.filter(({ isDead, isReplaced }) => isDead && !isReplaced)) {
    window.isReplaced = true;
    await settle();
    // Long enough for the claim of a process that has died to lapse.
    await passTime(life, 30);
    await startWindow(life);
  }
}

/** A window opens with the chat that was used last. */
export async function startWindow(life: Life): Promise<void> {
  const { loop } = openWindow(life);
  watch(life, loop.openLatest("any"));
  await settle();
}

/** Time goes by in all windows; what comes of it is over after some turns of the event loop. */
export async function passTime({ surroundings: { clock } }: Life, seconds: number): Promise<void> {
  for (let gone = 0; gone < seconds; gone += STEP_SECONDS) {
    clock.now += STEP_SECONDS * 1_000;
    await vi.advanceTimersByTimeAsync(STEP_SECONDS * 1_000);
  }
}

/** A second goes by; what is due then begins, and nothing of it is over yet. */
export function passSecond({ surroundings: { clock } }: Life): void {
  clock.now += 1_000;
  vi.advanceTimersByTime(1_000);
}

/** Time goes by while nothing runs: the Mac sleeps. What was claimed is claimed again before anybody can act. */
export async function sleep(life: Life, hours: number): Promise<void> {
  life.surroundings.clock.now += hours * HOUR;
  await passTime(life, STEP_SECONDS);
}

/** Only what the store says may be thrown. */
export function watch(life: Life, done: Promise<unknown>): void {
  done.catch((error: unknown) => {
    if (!(error instanceof StoreError) || error.detail.type === "history_rewritten") life.thrown.push(error);
  });
}
