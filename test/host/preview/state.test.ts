import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { QUIET_MAC } from "./launcher/mac-settings";
import { openState } from "./state";

let folder: string;
let said: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "preview-state-"));
  said = [];
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const open = (extension = "notes") => openState(join(folder, "state"), extension, (line) => said.push(line));
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const preferences = { extension: { token: "secret" }, commands: { ask: { isLoud: true } } };

describe("H3 what is kept from one start to the next", () => {
  it("is nothing at the first start", () => {
    const state = open();
    expect(state.preferences.get()).toEqual({ extension: {}, commands: {} });
    expect(state.mac.get()).toEqual(QUIET_MAC);
    expect(state.memory.get()).toEqual({ localStorage: {}, storedValues: {}, drafts: {} });
    expect(existsSync(state.supportFolder)).toBe(true);
    expect(said).toEqual([]);
  });

  it("is there again at the next one, dates included", () => {
    const memory = {
      localStorage: { count: 3 },
      storedValues: { day: new Date("2026-06-15T12:00:00Z"), tags: ["a", "b"] },
      drafts: { ask: { question: "Where?", until: null } },
    };
    open().preferences.set(preferences);
    open().memory.set(memory);
    open().mac.set({ ...QUIET_MAC, selectedText: "a word" });
    expect(open().preferences.get()).toEqual(preferences);
    expect(open().memory.get()).toEqual(memory);
    expect(open().mac.get().selectedText).toBe("a word");
  });

  it("can be read by its owner alone: passwords are in it", () => {
    const state = open();
    state.preferences.set(preferences);
    state.mac.set(QUIET_MAC);
    state.memory.set(state.memory.get());
    expect(modeOf(join(folder, "state"))).toBe("700");
    expect(modeOf(join(folder, "state", "notes"))).toBe("700");
    expect(modeOf(state.preferencesFile)).toBe("600");
    expect(modeOf(join(folder, "state", "notes", "memory.json"))).toBe("600");
    expect(modeOf(join(folder, "state", "mac.json"))).toBe("600");
  });

  it("is closed to others even where its folder was open", () => {
    mkdirSync(join(folder, "state", "notes"), { recursive: true, mode: 0o755 });
    open();
    expect(modeOf(join(folder, "state", "notes"))).toBe("700");
  });

  it("leaves the mode of a folder that the person chose for it", () => {
    mkdirSync(join(folder, "state"));
    chmodSync(join(folder, "state"), 0o755);
    open();
    expect(modeOf(join(folder, "state"))).toBe("755");
  });

  it("is not mixed up between extensions", () => {
    open("notes").preferences.set(preferences);
    expect(open("clock").preferences.get()).toEqual({ extension: {}, commands: {} });
    expect(open("notes").supportFolder).not.toBe(open("clock").supportFolder);
  });

  it("leaves no half-written file behind", () => {
    open().preferences.set(preferences);
    expect(readdirSync(join(folder, "state", "notes")).sort()).toEqual(["preferences.json", "support"]);
  });

  it.each(["{ not JSON", '{"extension": 3}'])("sets a damaged file aside and says so: %s", (text) => {
    const { preferencesFile } = open();
    writeFileSync(preferencesFile, text);
    expect(open().preferences.get()).toEqual({ extension: {}, commands: {} });
    expect(readFileSync(`${preferencesFile}.damaged`, "utf8")).toBe(text);
    expect(said).toEqual([expect.stringContaining(`${preferencesFile} could not be read`)]);
  });

  it("is not taken for empty where it cannot be read", () => {
    const { preferencesFile } = open();
    mkdirSync(preferencesFile);
    expect(() => open()).toThrow("EISDIR");
  });
});
