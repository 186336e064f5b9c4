import { describe, expect, it } from "vitest";
import type { DetailScreen, Stage } from "../frame/frame";
import { keepScreens } from "./kept-screens";

const screen = (key: string): DetailScreen => ({
  kind: "detail",
  key,
  navigationTitle: key,
  isLoading: false,
  body: { isLoading: false, blocks: [], metadata: [] },
});
const stage = (screenKeys: string[], top: DetailScreen, title = "Ask"): Stage => ({
  title,
  canGoBack: true,
  screenKeys,
  screen: top,
});

describe("H2 the screens in the page", () => {
  it("below the top stay as they were drawn last", () => {
    const first = screen("1");
    const kept = keepScreens(keepScreens([], stage(["1"], first)), stage(["1", "2"], screen("2")));
    expect(kept.map((each) => each.key)).toEqual(["1", "2"]);
    expect(kept[0]).toBe(first);
  });

  it("go once they are popped", () => {
    const kept = keepScreens([], stage(["1"], screen("1")));
    const pushed = keepScreens(kept, stage(["1", "2"], screen("2")));
    expect(keepScreens(pushed, stage(["1"], screen("1"))).map((each) => each.key)).toEqual(["1"]);
  });

  it("are left out where the page never saw them", () => {
    expect(keepScreens([], stage(["1", "2"], screen("2"))).map((each) => each.key)).toEqual(["2"]);
  });

  it("are the same again where nothing changed", () => {
    const only = screen("1");
    const kept = keepScreens([], stage(["1"], only));
    expect(keepScreens(kept, stage(["1"], only))).toBe(kept);
  });
});
