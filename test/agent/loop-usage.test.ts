import { describe, expect, it } from "vitest";
import type { RateLimitInfo } from "../../src/agent/ports/provider";
import { ProviderError } from "../../src/agent/ports/provider-error";
import { USAGE_KEY } from "../../src/agent/run/usage-warnings";
import { createLoop, newSurroundings, NOW, send } from "./support/create-loop";
import { memoryMemory } from "./support/memory-memory";
import { answers, callsTools, scriptedProvider, type Step } from "./support/scripted-provider";

const HOUR = 60 * 60 * 1000;

const report = (info: Partial<RateLimitInfo>): Step => ({
  type: "rate_limit",
  info: { status: "allowed_warning", utilization: 0.82, resetsAt: NOW + 2 * HOUR, window: "five_hour", ...info },
});

const limit = (resetsAt?: number): Step => ({
  type: "fail",
  error: new ProviderError({ type: "usage_limit", ...(resetsAt !== undefined && { resetsAt }) }),
});

/** The notices of a chat with these turns, of one request each unless there are fewer `requests`. */
async function notices(
  turns: Step[][],
  { surroundings = newSurroundings(), requests = turns.length } = {},
): Promise<string[]> {
  const { loop, rows } = createLoop({ provider: { ...scriptedProvider(turns), recipient: "Claude" }, surroundings });
  for (let request = 0; request < requests; request += 1) await send(loop, "Go on.");
  return rows().filter((row) => /^(info|warning|error): /.test(row));
}

const said = (infos: Partial<RateLimitInfo>[]) => notices(infos.map((info) => [report(info), ...answers("Yes.")]));

const EIGHTY =
  "warning: 82% of your Claude usage limit for the 5-hour window is used up. It resets on Sep 28, 2026 at 23:30.";

describe("C12 the warning of a usage limit", () => {
  it("comes after the answer, at 80 percent and at 95, each once", async () => {
    expect(await said([{}, { utilization: 0.9 }, { utilization: 0.96 }, { utilization: 0.99 }])).toEqual([
      EIGHTY,
      EIGHTY.replace("82", "96"),
    ]);
  });

  it.each([
    ["80 percent to the point", { utilization: 0.8 }, ["80"]],
    ["a little less than 80 percent", { utilization: 0.799 }, []],
    ["26 percent, at which servers start to warn", { utilization: 0.26 }, []],
    ["what the server allows without a warning", { status: "allowed" as const, utilization: 0.97 }, []],
    ["a request that the server let through nevertheless", { status: "rejected" as const, utilization: 1.2 }, ["100"]],
  ])("goes by the server and the figure: %s", async (_, info, percents) => {
    expect(await said([info])).toEqual(percents.map((percent) => EIGHTY.replace("82", percent)));
  });

  it("says nothing where no figure is told", async () => {
    const info: RateLimitInfo = { status: "rejected", window: "five_hour" };
    expect(await notices([[{ type: "rate_limit", info }, ...answers("Yes.")]])).toEqual([]);
  });

  it("does not warn of 80 percent when 95 was said before", async () => {
    expect(await said([{ utilization: 0.95 }, { utilization: 0.85 }])).toEqual([EIGHTY.replace("82", "95")]);
  });

  it("names the window of the limit, and no time that is not known or over", async () => {
    const infos = ["seven_day", "seven_day_opus", "seven_day_sonnet", "monthly"].map((window) => ({ window }));
    expect(await said([...infos, { window: "x", resetsAt: NOW - 1 }])).toEqual([
      EIGHTY.replace("5-hour", "7-day"),
      EIGHTY.replace("5-hour window", "7-day window for Opus"),
      EIGHTY.replace("5-hour window", "7-day window for Sonnet"),
      EIGHTY.replace(" for the 5-hour window", ""),
      "warning: 82% of your Claude usage limit is used up.",
    ]);
  });

  it("is said once in all windows of Orbit, and again when the limit starts anew", async () => {
    const surroundings = newSurroundings();
    const turn = [report({}), ...answers("Yes.")];
    expect(await notices([turn], { surroundings })).toEqual([EIGHTY]);
    expect(await notices([turn], { surroundings })).toEqual([]);
    surroundings.clock.now += 3 * HOUR;
    const later = [report({ resetsAt: NOW + 7 * HOUR }), ...answers("Yes.")];
    expect(await notices([later], { surroundings })).toEqual([
      EIGHTY.replace("28, 2026 at 23:30", "29, 2026 at 04:30"),
    ]);
  });

  it("keeps the newest report for other commands until its limit starts anew", async () => {
    const surroundings = newSurroundings();
    const turn = [report({ utilization: 0.1 }), report({ status: "allowed", utilization: 0.26 }), ...answers("Yes.")];
    await notices([turn], { surroundings });
    const memory = memoryMemory(surroundings.clock, surroundings.remembered);
    expect(await memory.get(USAGE_KEY)).toEqual({
      status: "allowed",
      utilization: 0.26,
      resetsAt: NOW + 2 * HOUR,
      window: "five_hour",
    });
    surroundings.clock.now += 2 * HOUR;
    expect(await memory.get(USAGE_KEY)).toBeUndefined();
  });
});

describe("C12 a usage limit that is reached", () => {
  const reached = (time: string) =>
    `error: The usage limit of the subscription is reached. It resets on ${time}. [retry]`;

  it("is said in place of every warning of the same request", async () => {
    const look = { id: "look", name: "find_notes", input: { query: "tax" } };
    const first = [report({}), ...callsTools([look])];
    const second = [report({ status: "rejected", utilization: 1 }), limit(NOW + HOUR)];
    expect(await notices([first, second], { requests: 1 })).toEqual([reached("Sep 28, 2026 at 22:30")]);
  });

  it("takes its time from the report that turned the request down, if that is still to come", async () => {
    const rejected = { status: "rejected" as const, utilization: 1 };
    expect(await notices([[report({ ...rejected, resetsAt: NOW + HOUR }), limit()]])).toEqual([
      reached("Sep 28, 2026 at 22:30"),
    ]);
    const untimed = await notices([[report({ ...rejected, resetsAt: NOW - HOUR }), limit()]]);
    expect(untimed).toEqual([expect.not.stringContaining("resets on")]);
  });

  it("never takes it from a warning, which may be about another window", async () => {
    const untimed = await notices([[report({ resetsAt: NOW + HOUR }), limit()]]);
    expect(untimed).toEqual([expect.not.stringContaining("resets on")]);
  });

  it("keeps a time of its own", async () => {
    const turn = [report({ status: "rejected", utilization: 1, resetsAt: NOW + HOUR }), limit(NOW + 2 * HOUR)];
    expect(await notices([turn])).toEqual([reached("Sep 28, 2026 at 23:30")]);
  });
});
