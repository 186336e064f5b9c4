import { describe, expect, it } from "vitest";
import { failures, table, type Run } from "./report";

const GROWTH = { from: "small", to: "large" };

/** A run of three rounds whose middle one is typical; the others are what a busy machine makes of it. */
function run(contender: string, role: Run["role"], answer: string, cpuMs: number): Run {
  const costs = [0.4, 1, 9].map((noise) => ({ wallMs: 2 * cpuMs * noise, cpuMs: cpuMs * noise, heapMb: 30 }));
  return { format: "openai", answer, contender, role, costs };
}

/** A floor, Orbit and a peer that reads four times the bytes in four times the time. */
function runs(orbit: { small: number; large: number }): Run[] {
  return [
    run("plain", "floor", "small", 1),
    run("Orbit", "orbit", "small", orbit.small),
    run("other", "peer", "small", 6),
    run("plain", "floor", "large", 4),
    run("Orbit", "orbit", "large", orbit.large),
    run("other", "peer", "large", 24),
  ];
}

describe("P1 P2 P3 what the bench beside the SDKs says", () => {
  it("finds nothing wrong where Orbit is linear and no slower than its peers", () => {
    expect(failures(runs({ small: 6, large: 24 }), GROWTH)).toEqual([]);
  });

  it("says where four times the bytes take more than five times the time", () => {
    expect(failures(runs({ small: 2, large: 11 }), GROWTH)).toEqual([
      "Chat Completions, large: Orbit is not linear, 5.5 times as long as for small.",
    ]);
  });

  it("says where Orbit is slower than a peer", () => {
    expect(failures(runs({ small: 9, large: 26 }), GROWTH)).toEqual([
      "Chat Completions, small: Orbit takes 1.5 times what other takes.",
    ]);
  });

  it("does not pass what was not measured", () => {
    const [floor, orbit, other] = runs({ small: NaN, large: NaN });
    expect(
      failures(
        [floor, orbit, other].flatMap((one) => one ?? []),
        GROWTH,
      ),
    ).toHaveLength(1);
  });

  it("puts costs, ratios to the floor and growth into one table", () => {
    expect(table(runs({ small: 3, large: 12 }), GROWTH).split("\n")).toEqual([
      "format            answer         read by  time ms    ×  CPU ms    ×  heap MB",
      "Chat Completions  small          plain        2.0  1.0     1.0  1.0     30.0",
      "Chat Completions  small          Orbit        6.0  3.0     3.0  3.0     30.0",
      "Chat Completions  small          other       12.0  6.0     6.0  6.0     30.0",
      "Chat Completions  large          plain        8.0  1.0     4.0  1.0     30.0",
      "Chat Completions  large          Orbit       24.0  3.0    12.0  3.0     30.0",
      "Chat Completions  large          other       48.0  6.0    24.0  6.0     30.0",
      "Chat Completions  large ÷ small  plain             4.0          4.0",
      "Chat Completions  large ÷ small  Orbit             4.0          4.0",
      "Chat Completions  large ÷ small  other             4.0          4.0",
    ]);
  });
});
