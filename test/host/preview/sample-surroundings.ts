import { LaunchType } from "../api/enums";
import { sampleExtension } from "./launcher/sample-extension";
import type { Command } from "./extension";
import type { LaunchRequest } from "./launch-request";
import type { ModeListener, Surroundings } from "./surroundings";

/** A run that a test plays: what it was told, and how to speak for it. */
export interface PlayedRun {
  readonly command: string;
  readonly launchType: LaunchRequest["launchType"];
  readonly told: unknown[];
  readonly says: ModeListener;
  hasEnded: boolean;
}

/** Surroundings without workers, and a command to run in them. */
export function playedSurroundings() {
  const runs: PlayedRun[] = [];
  const failures: string[] = [];
  const surroundings: Surroundings = {
    start({ name }, { launchType }, says) {
      const run: PlayedRun = { command: name, launchType, told: [], says, hasEnded: false };
      runs.push(run);
      return {
        tell: (message) => void run.told.push(message.type === "deed" ? message.deed : message),
        end: () => {
          run.hasEnded = true;
        },
      };
    },
    failed: (command, _, crash) => void failures.push(`${command.name}: ${crash.message}`),
    changed: () => undefined,
  };
  const [command] = sampleExtension().commands;
  if (!command) throw new Error("It has commands.");
  return {
    surroundings,
    runs,
    failures,
    command,
    request: requestOf(command),
    run: (index: number) => at(runs, index),
  };
}

const requestOf = ({ name }: Command): LaunchRequest => ({
  command: name,
  arguments: {},
  launchType: LaunchType.UserInitiated,
});

function at(runs: readonly PlayedRun[], index: number): PlayedRun {
  const run = runs[index];
  if (!run) throw new Error(`There are only ${runs.length} runs.`);
  return run;
}
