import type { Format } from "./answers";
import type { Cost } from "./contender";

/** What one contender's readings of one answer cost, a cost for each round. */
export type Run = {
  format: Format;
  answer: string;
  contender: string;
  /** The floor is what all others are held against, Orbit what must not be slow, a peer what Orbit may not be slower than. */
  role: "floor" | "orbit" | "peer";
  costs: readonly Cost[];
};

/** The same call in two sizes. */
export type Growth = { from: string; to: string };

/**
 * Four times the bytes. What a request costs however small its answer is makes that less than 4, a part that grows with the
 * square makes it up to 16; between stands what the machine's noise may add.
 */
const GROWTH_LIMIT = 5;

/** As quick as the quickest peer; the medians of one program differ by that much on a machine that does other work. */
const PEER_LIMIT = 1.1;

const FORMAT_NAMES: Readonly<Record<Format, string>> = { anthropic: "Messages", openai: "Chat Completions" };

const HEADINGS = ["format", "answer", "read by", "time ms", "×", "CPU ms", "×", "heap MB"] as const;
const WORDS = 3;

/** All figures in one table. A ratio is to the plain loop over the same bytes, or to the same reader over fewer bytes. */
export function table(runs: readonly Run[], growth: Growth): string {
  const lines = [HEADINGS, ...runs.map((run) => costLine(run, runs)), ...growthLines(runs, growth)];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      widths
        .map((width, column) => {
          const text = line[column] ?? "";
          return column < WORDS ? text.padEnd(width) : text.padStart(width);
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** What is wrong, a sentence each. The CPU decides: what else the machine does costs time, but not much of that. */
export function failures(runs: readonly Run[], growth: Growth): string[] {
  return runs
    .filter((run) => run.role === "orbit")
    .flatMap((orbit) =>
      [notLinear(orbit, runs, growth), ...slowerThanPeers(orbit, runs)].flatMap((failure) =>
        failure === undefined ? [] : `${FORMAT_NAMES[orbit.format]}, ${orbit.answer}: ${failure}`,
      ),
    );
}

function notLinear(orbit: Run, runs: readonly Run[], { from, to }: Growth): string | undefined {
  const small = orbit.answer === to ? find(runs, { ...orbit, answer: from }) : undefined;
  if (small === undefined) return undefined;
  const grown = ratio(orbit, small, "cpuMs");
  return grown <= GROWTH_LIMIT ? undefined : `Orbit is not linear, ${grown.toFixed(1)} times as long as for ${from}.`;
}

function slowerThanPeers(orbit: Run, runs: readonly Run[]): (string | undefined)[] {
  return runs
    .filter(({ role, format, answer }) => role === "peer" && format === orbit.format && answer === orbit.answer)
    .map((peer) => {
      const slower = ratio(orbit, peer, "cpuMs");
      return slower <= PEER_LIMIT ? undefined : `Orbit takes ${slower.toFixed(1)} times what ${peer.contender} takes.`;
    });
}

function costLine(run: Run, runs: readonly Run[]): string[] {
  const floor = runs.find(
    ({ role, format, answer }) => role === "floor" && format === run.format && answer === run.answer,
  );
  const toFloor = (figure: keyof Cost) => (floor === undefined ? "" : ratio(run, floor, figure).toFixed(1));
  const own = (figure: keyof Cost) => median(run.costs.map((cost) => cost[figure])).toFixed(1);
  return [
    FORMAT_NAMES[run.format],
    run.answer,
    run.contender,
    own("wallMs"),
    toFloor("wallMs"),
    own("cpuMs"),
    toFloor("cpuMs"),
    own("heapMb"),
  ];
}

function growthLines(runs: readonly Run[], { from, to }: Growth): string[][] {
  return runs.flatMap((large) => {
    const small = large.answer === to ? find(runs, { ...large, answer: from }) : undefined;
    if (small === undefined) return [];
    const grown = (figure: keyof Cost) => ratio(large, small, figure).toFixed(1);
    return [[FORMAT_NAMES[large.format], `${to} ÷ ${from}`, large.contender, "", grown("wallMs"), "", grown("cpuMs")]];
  });
}

function find(runs: readonly Run[], like: Run): Run | undefined {
  return runs.find(
    ({ format, answer, contender }) => format === like.format && answer === like.answer && contender === like.contender,
  );
}

/** The median of each round's ratio: what else the machine did in a round slowed both. */
function ratio(run: Run, to: Run, figure: keyof Cost): number {
  return median(run.costs.map((cost, round) => cost[figure] / (to.costs[round]?.[figure] ?? NaN)));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
