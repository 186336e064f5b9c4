import type { ComponentType } from "react";
import { onTestFinished } from "vitest";
import type { World } from "../command/host";
import { launchProps } from "../command/launch-props";
import { quietWorld } from "../command/quiet-world";
import { RunningCommand } from "../command/running-command";
import { describeStage } from "./describe-stage";
import type { Screen, Stage } from "./frame";
import type { Look } from "./look";

/** A look for tests: Orbit's own assets, readable addresses, and a clock that stands still. */
export const testLook: Look = {
  title: "Test",
  canGoBack: true,
  appearance: "light",
  assetsFolder: `${import.meta.dirname}/../../../assets`,
  fileAddress: (path) => `file:${path.slice(path.lastIndexOf("/") + 1)}`,
  now: () => new Date("2026-03-10T12:00:00Z"),
};

/** A command that runs without anyone around it, until the test is over. An error of it that nobody saw fails that. */
export function run(Command: ComponentType<never>, options: Partial<World> = {}): RunningCommand {
  const world = quietWorld({ commandName: "test", ...options });
  const command = new RunningCommand(Command, launchProps(world, {}), world);
  onTestFinished(() => command.close());
  return command;
}

/** What a command shows when it starts. */
export const stageOf = (Command: ComponentType<never>): Stage => describeStage(run(Command), testLook);

/** The screen that a command starts with, which has to be of a kind. */
export function screenOf<K extends Screen["kind"]>(
  Command: ComponentType<never>,
  kind: K,
): Extract<Screen, { kind: K }> {
  const { screen } = stageOf(Command);
  if (!isOfKind(screen, kind)) throw new Error(`Not a ${kind}: ${screen?.kind ?? "nothing"}`);
  return screen;
}

const isOfKind = <K extends Screen["kind"]>(
  screen: Screen | undefined,
  kind: K,
): screen is Extract<Screen, { kind: K }> => screen?.kind === kind;
