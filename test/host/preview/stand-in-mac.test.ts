import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { LaunchType, PopToRootType } from "../api/enums";
import type { HostEvent } from "../command/host";
import { signedAddresses } from "../frame/file-address";
import { startHud } from "./hud";
import { startJournal } from "./journal";
import type { LaunchRequest } from "./launch-request";
import { memoryServices } from "./launcher/sample-extension";
import { standInMac } from "./stand-in-mac";
import { windowPolicy } from "./window-policy";

const home = mkdtempSync(join(tmpdir(), "stand-in-mac-"));
afterAll(() => rmSync(home, { recursive: true }));

function start() {
  const launched: LaunchRequest[] = [];
  const journal = startJournal(home, signedAddresses("secret"));
  const hud = startHud(() => undefined);
  const { extension } = memoryServices().services;
  const launch = (request: LaunchRequest) => void launched.push(request);
  const popToRoot = vi.fn();
  const window = windowPolicy(1000, popToRoot);
  const clearRootSearch = vi.fn();
  const mac = standInMac({ extension, homeFolder: home, journal, hud, window, clearRootSearch, launch });
  const texts = () => journal.entries.map(({ text }) => text);
  return { mac, launched, hud, window, popToRoot, clearRootSearch, texts };
}

const LINK = "raycast://extensions/ann/notes/ask?fallbackText=wish";
const request: LaunchRequest = { command: "ask", arguments: {}, launchType: LaunchType.UserInitiated };

describe("H3 the stand-in Mac", () => {
  it("closes the window when something else comes to the front, or when a HUD says that all is done", () => {
    const closing: HostEvent[] = [
      { kind: "hud", title: "Done" },
      { kind: "opened", target: "/a" },
      { kind: "pasted", text: "a" },
      { kind: "shown in Finder", path: "/a" },
      { kind: "window closed" },
    ];
    for (const event of closing) {
      const { mac, window } = start();
      mac.take(event);
      expect(window.isOpen).toBe(false);
    }
    const { mac, window } = start();
    mac.take({ kind: "copied", text: "a", concealed: false });
    mac.take({ kind: "toast", style: "SUCCESS", title: "Saved" });
    expect(window.isOpen).toBe(true);
  });

  it.each(["hud", "window closed"] as const)("closes the window as a %s says, and empties the root search", (kind) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    for (const [type, pops] of [
      [PopToRootType.Immediate, 1],
      [PopToRootType.Suspended, 0],
    ] as const) {
      const { mac, window, popToRoot, clearRootSearch } = start();
      mac.take({ kind, title: "Done", popToRootType: type });
      vi.advanceTimersByTime(999);
      expect([window.isOpen, popToRoot.mock.calls.length]).toEqual([false, pops]);
      expect(clearRootSearch).not.toHaveBeenCalled();
      mac.take({ kind, title: "Done", clearRootSearch: true });
      expect(clearRootSearch).toHaveBeenCalledOnce();
    }
  });

  it("empties the root search on the way there", () => {
    const { mac, window, clearRootSearch } = start();
    mac.take({ kind: "popped to root" });
    expect(clearRootSearch).not.toHaveBeenCalled();
    mac.take({ kind: "popped to root", clearRootSearch: true });
    expect(clearRootSearch).toHaveBeenCalledOnce();
    expect(window.isOpen).toBe(true);
  });

  it("launches what a link leads to, which is noted as that and leaves the window open", () => {
    const { mac, launched, window, texts } = start();
    mac.call({ kind: "open", target: LINK });
    mac.take({ kind: "opened", target: LINK });
    expect(launched).toMatchObject([{ command: "ask", fallbackText: "wish" }]);
    expect(texts()).toEqual(["Started the command ask"]);
    expect(window.isOpen).toBe(true);
  });

  it("only opens links to other extensions, and of other owners", () => {
    const { mac, launched, texts } = start();
    for (const target of ["raycast://extensions/ann/other/ask", "raycast://extensions/bob/notes/ask", "https://a"]) {
      mac.call({ kind: "open", target });
      mac.take({ kind: "opened", target });
    }
    expect(launched).toEqual([]);
    expect(texts()).toHaveLength(3);
  });

  it("launches a command for another once in the journal, and none of another extension", () => {
    const { mac, launched, texts } = start();
    mac.call({ kind: "launchCommand", request, extension: "notes" });
    mac.take({ kind: "launched", name: "ask" });
    expect(launched).toEqual([request]);
    expect(texts()).toEqual(["Started the command ask"]);
    expect(() => mac.call({ kind: "launchCommand", request, extension: "other" })).toThrow(
      'There is no extension "other".',
    );
  });

  it("shows a toast as a HUD while the window is closed", () => {
    const { mac, hud, window } = start();
    mac.take({ kind: "toast", style: "SUCCESS", title: "Seen in the window" });
    expect(hud.current).toBeUndefined();
    window.close();
    mac.take({ kind: "toast", style: "SUCCESS", title: "Saved" });
    expect(hud.current?.title).toBe("Saved");
  });

  it("really moves to the Trash", () => {
    const { mac } = start();
    writeFileSync(join(home, "a.txt"), "");
    mac.call({ kind: "trash", path: join(home, "a.txt") });
    expect([existsSync(join(home, "a.txt")), existsSync(join(home, ".Trash", "a.txt"))]).toEqual([false, true]);
  });
});
