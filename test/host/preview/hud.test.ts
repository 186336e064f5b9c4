import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startHud } from "./hud";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("H2 a HUD shows for a moment, each with a number of its own", () => {
  const changed = vi.fn();
  const hud = startHud(changed);
  expect(hud.current).toBeUndefined();
  hud.show("Copied");
  vi.advanceTimersByTime(2000);
  hud.show("Copied");
  vi.advanceTimersByTime(2000);
  expect(hud.current).toEqual({ number: 2, title: "Copied" });
  expect(changed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  expect(hud.current).toBeUndefined();
  expect(changed).toHaveBeenCalledOnce();
});
