import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { currentRoute } from "../../src/agent/chat/current-route";
import { settle } from "./support/create-loop";
import { steps, type Step } from "./support/any-run/commands";
import { checkAlways, checkAtRest, seenNothing } from "./support/any-run/laws";
import { MODELS, newLife, storedChat, type Life } from "./support/any-run/life";
import { passSecond, replaceWindows } from "./support/any-run/time";

/** `npm run test:runs` takes many, and others each time. */
const RUNS = Number(process.env["ORBIT_RUNS"] ?? 300);
const SEED = process.env["ORBIT_SEED"];
const seed = SEED === undefined && RUNS === 300 ? 4 : Number(SEED ?? Date.now());

async function takesSteps(list: readonly Step[]): Promise<void> {
  const life = newLife();
  try {
    let seen = seenNothing();
    for (const step of list) {
      await step.run(life);
      seen = checkAlways(life, seen);
      if (step.isAtRest) checkAtRest(life);
    }
    await endsWell(life);
    checkAlways(life, seen);
  } finally {
    for (const { loop } of life.windows) void loop.close();
    vi.clearAllTimers();
  }
}

/** However a run went: when nothing goes wrong any more, the next question is answered. */
async function endsWell(life: Life): Promise<void> {
  life.plan.length = 0;
  for (const window of life.windows) {
    window.failures.length = 0;
    delete window.faults.death;
  }
  await settle();
  await replaceWindows(life);
  const [window] = life.windows.filter(({ isDead }) => !isDead);
  if (window === undefined) expect.fail("There is no window.");
  for (const { loop, isDead } of life.windows) {
    passSecond(life);
    if (!isDead) await loop.stop();
  }
  passSecond(life);
  // Another window may just look whether this one is done.
  await settle();
  await window.loop.openLatest("any");
  await window.loop.stop();
  if (life.deleted.has(window.loop.snapshot().header?.id ?? "")) await window.loop.newChat().catch(() => undefined);
  nameRoute(life, window.loop.snapshot().header?.id ?? "");
  life.taken.set("The last one?", window);
  const sent = window.loop.send("The last one?");
  expect(sent.type === "sent" ? await sent.ended : sent).toEqual({ type: "answered" });
  window.lastEnd = { type: "answered" };
  await settle();
  checkAtRest(life);
}

beforeAll(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterAll(() => {
  vi.useRealTimers();
});

/** The settings name again whom the chat is with. */
function nameRoute(life: Life, chatId: string): void {
  const chat = storedChat(life, chatId);
  const key = chat && currentRoute(chat)?.recipientKey;
  if (key !== undefined) life.named = MODELS.findIndex(({ recipientKey }) => recipientKey === key);
}

it(
  "C1 whatever happens in a chat, its laws hold after every step",
  async () => {
    await fc.assert(fc.asyncProperty(steps, takesSteps), { numRuns: RUNS, seed });
  },
  RUNS * 200,
);
