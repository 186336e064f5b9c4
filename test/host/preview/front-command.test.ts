import { describe, expect, it } from "vitest";
import { frontCommand } from "./front-command";
import { playedSurroundings } from "./sample-surroundings";

function start() {
  const played = playedSurroundings();
  const log: unknown[] = [];
  const front = frontCommand({
    ...played.surroundings,
    emptyStage: ({ title }) => ({ title, canGoBack: true, screenKeys: [] }),
    told: (acks) => void log.push(acks),
    left: () => void log.push("left"),
  });
  front.start(played.command, played.request);
  log.length = 0;
  return { ...played, front, log };
}

const crash = { title: "The command failed", message: "Broken", stack: "" };

describe("the command in the window", () => {
  it("shows nothing at first, then what it draws, and how much memory it uses", () => {
    const { front, log, run } = start();
    expect(front.stage).toEqual({ title: "Search Notes", canGoBack: true, screenKeys: [] });
    run(0).says.picture({ type: "stage", stage: { title: "Drawn", canGoBack: true, screenKeys: ["1"] } }, { page: 3 });
    run(0).says.heap?.(1000);
    expect(front.stage?.title).toBe("Drawn");
    expect(front.heapBytes).toBe(1000);
    expect(log).toEqual([{ page: 3 }]);
  });

  it.each(["ended", "left", "replaced"])("takes its worker with it when it is %s", (how) => {
    const { front, log, run, command, request } = start();
    if (how === "ended") run(0).says.ended();
    else if (how === "left") expect(front.leave()).toMatchObject({ command, request });
    else front.start(command, request);
    expect(run(0).hasEnded).toBe(true);
    expect(log).toEqual(["left"]);
    expect(front.stage === undefined).toBe(how !== "replaced");
  });

  it("H5 that crashed has no worker and no memory, and says what it takes to start it again", () => {
    const { front, log, run, command, request } = start();
    run(0).says.heap?.(1000);
    run(0).says.crashed(crash);
    expect(front).toMatchObject({ worker: undefined, heapBytes: undefined });
    expect(front.stage).toEqual({ title: "Search Notes", canGoBack: true, screenKeys: [], crash });
    expect(log).toEqual(["left"]);
    expect(front.leave()).toMatchObject({ command, request });
  });
});
