import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LaunchType } from "../api/enums";
import type { Crash } from "../frame/frame";
import { startSampleHost, type SampleHost } from "./sample-host";

vi.setConfig({ testTimeout: 30_000 });

const CRASHES = `function Command() {
  const later = (work) => () => void setTimeout(work, 1);
  return view("well", {
    Reject: () => Promise.reject(new Error("No such folder")),
    Text: later(() => { throw "only a text"; }),
    Exit: () => process.exit(3),
    Grow: () => { const all = []; for (;;) all.push(new Array(10000).fill(all.length)); },
    Loop: () => { for (;;); },
  });
}`;
const BROKEN = `function Command() { throw new TypeError("Nothing to draw"); }`;

let sample: SampleHost;
beforeAll(() => {
  sample = startSampleHost({ crashes: { code: CRASHES }, broken: { code: BROKEN } }, { hungAfterMs: 2000 });
  launch("broken");
});
afterAll(() => sample.close());

const launch = (command: string) =>
  sample.host.launch({ command, arguments: {}, launchType: LaunchType.UserInitiated });

async function crash(): Promise<Crash> {
  const { stage, heap } = await sample.until((frame) => frame.stage.crash !== undefined);
  expect(stage.screen).toBeUndefined();
  expect(heap).toBeUndefined();
  if (!stage.crash) throw new Error("It is there.");
  return stage.crash;
}

describe("H5 a command that crashes", () => {
  it("while it draws is shown with its error and where that was, and Esc leaves it", async () => {
    const { title, message, stack } = await crash();
    expect({ title, message }).toEqual({ title: "The command failed", message: "Nothing to draw" });
    expect(stack).toContain("dist/broken.js");
    expect(sample.said).toEqual(["broken: The command failed. Nothing to draw"]);
    const typed = sample.key("a");
    expect(sample.host.frame().acks["page"]).toBe(typed);
    sample.key("escape");
    expect(sample.host.frame().stage).toMatchObject({ title: "Raycast Preview", canGoBack: false });
    launch("crashes");
  });

  it.each([
    ["Reject", "The command failed", "No such folder"],
    ["Text", "The command failed", "only a text"],
    ["Exit", "The command ended its own process", "Its exit code was 3."],
    ["Grow", "The command ran out of memory", "Raycast ends a command whose heap grows over 100 MB."],
    ["Loop", "The command does not answer", "It has been busy for 2 seconds."],
  ])("by %s: %s, and can be started again", async (title, crashTitle, message) => {
    await sample.shows("well");
    sample.choose(title);
    expect(await crash()).toMatchObject({ title: crashTitle, message });
    sample.send({ type: "restart" });
    expect(sample.host.frame().stage).toMatchObject({ title: "crashes", screenKeys: [] });
    await sample.shows("well");
  });

  it("in any way leaves the host as it was", () => {
    expect(sample.host.frame()).toMatchObject({ isWindowOpen: true, journal: [], menuBar: [] });
  });
});
