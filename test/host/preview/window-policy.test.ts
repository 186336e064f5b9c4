import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { windowPolicy } from "./window-policy";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const popToRoot = vi.fn();
  const window = windowPolicy(90_000, popToRoot);
  return { window, popToRoot };
}

describe("H5 the window", () => {
  it("is open, and is left for the root search when no page has looked on for a while", () => {
    const { window, popToRoot } = start();
    const went = window.pageCame("a");
    vi.advanceTimersByTime(1_000_000);
    expect(popToRoot).not.toHaveBeenCalled();
    went();
    vi.advanceTimersByTime(89_999);
    expect(popToRoot).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(popToRoot).toHaveBeenCalledOnce();
    expect(window.isOpen).toBe(true);
  });

  it("is as it was for a page that comes back in time, closed too", () => {
    const { window, popToRoot } = start();
    const went = window.pageCame("a");
    window.close();
    went();
    vi.advanceTimersByTime(80_000);
    window.pageCame("a");
    expect(window.isOpen).toBe(false);
    window.open();
    vi.advanceTimersByTime(80_000);
    expect(popToRoot).not.toHaveBeenCalled();
  });

  it("opens for a page that was never here", () => {
    const { window } = start();
    window.close();
    window.pageCame("new");
    expect(window.isOpen).toBe(true);
  });

  it("is seen as long as one page is there, also one whose old connection ends after its new one began", () => {
    const { window, popToRoot } = start();
    const oldWent = window.pageCame("a");
    const newWent = window.pageCame("a");
    oldWent();
    oldWent();
    vi.advanceTimersByTime(100_000);
    expect(popToRoot).not.toHaveBeenCalled();
    newWent();
    vi.advanceTimersByTime(100_000);
    expect(popToRoot).toHaveBeenCalledOnce();
  });

  it("that was closed leaves what is in it, though pages look on", () => {
    const { window, popToRoot } = start();
    window.pageCame("a");
    window.close();
    vi.advanceTimersByTime(90_000);
    expect(popToRoot).toHaveBeenCalledOnce();
  });

  it("that is closed with immediate effect leaves what is in it, after what was said in the same breath", () => {
    const { window, popToRoot } = start();
    window.pageCame("a");
    window.close("immediate");
    expect([window.isOpen, popToRoot.mock.calls.length]).toEqual([false, 0]);
    vi.advanceTimersByTime(0);
    expect(popToRoot).toHaveBeenCalledOnce();
    window.pageCame("a");
    vi.advanceTimersByTime(89_999);
    expect(popToRoot).toHaveBeenCalledOnce();
    window.open();
    window.close();
    vi.advanceTimersByTime(89_999);
    expect(popToRoot).toHaveBeenCalledOnce();
  });

  it("that is suspended keeps what is in it until it was open again", () => {
    const { window, popToRoot } = start();
    const went = window.pageCame("a");
    window.close("suspended");
    // Something else comes to the front: the window is closed already.
    window.close();
    went();
    vi.advanceTimersByTime(1_000_000);
    expect(popToRoot).not.toHaveBeenCalled();
    window.pageCame("new");
    window.close();
    vi.advanceTimersByTime(90_000);
    expect(popToRoot).toHaveBeenCalledOnce();
  });

  it("does nothing any more once it is stopped", () => {
    const { window, popToRoot } = start();
    window.close();
    window.stop();
    vi.advanceTimersByTime(100_000);
    expect(popToRoot).not.toHaveBeenCalled();
  });
});
