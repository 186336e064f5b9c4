import type { BenchResult } from "./bench-result";
import { benchHistory } from "./history.bench";
import { benchLongChat } from "./long-chat.bench";
import { benchPreview } from "./preview.bench";
import { benchStore } from "./store.bench";
import { benchStream } from "./stream.bench";
import { benchTurns } from "./turns.bench";

/** Prints every figure, and ends with 1 where one is over its limit. */
async function main(): Promise<void> {
  const results = [
    ...(await benchStream()),
    ...(await benchTurns()),
    ...(await benchLongChat()),
    ...(await benchStore()),
    ...(await benchHistory()),
    ...(await benchPreview()),
  ];
  const width = Math.max(...results.map(({ name }) => name.length));
  for (const result of results) console.log(line(result, width));
  process.exitCode = results.some(isOver) ? 1 : 0;
}

function line(result: BenchResult, width: number): string {
  const { name, value, unit, limit } = result;
  const figure = `${value.toFixed(value < 100 ? 2 : 0).padStart(9)} ${unit}`;
  const verdict = limit === undefined ? "" : `  ${isOver(result) ? "OVER" : "within"} ${limit}`;
  return `${name.padEnd(width)}  ${figure}${verdict}`.trimEnd();
}

function isOver({ value, limit }: BenchResult): boolean {
  return limit !== undefined && !(value <= limit);
}

void main();
