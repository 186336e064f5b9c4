import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withChange, type MemoryChange } from "./memory-maps";
import { openState, type Memory } from "./state";

let folder = "";
let said: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "state-"));
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => openState(folder, "sample", (line) => void said.push(line));
const modeOf = (...path: string[]) => (statSync(join(folder, ...path)).mode & 0o777).toString(8);
const EMPTY: Memory = { localStorage: {}, storedValues: {}, drafts: {} };

describe("H3 the state", () => {
  it("is there again at the next start, dates in drafts as dates", () => {
    const state = open();
    const memory: Memory = {
      localStorage: { text: "a", number: 1, isOn: true },
      storedValues: { "form/due": new Date("2026-03-10T12:00:00Z"), "form/tags": ["x", "y"] },
      drafts: { form: { due: new Date("2026-04-01T08:30:00.500Z"), title: "Plan", none: null } },
    };
    state.preferences.set({ extension: { token: "secret" }, commands: { ask: { size: "2" } } });
    state.mac.set({ ...state.mac.get(), clipboard: "copied" });
    state.memory.set(memory);
    state.subtitles.set({ ask: "3 unread", list: undefined });
    const next = open();
    expect(next.preferences.get()).toEqual({ extension: { token: "secret" }, commands: { ask: { size: "2" } } });
    expect(next.mac.get().clipboard).toBe("copied");
    expect(next.memory.get()).toEqual(memory);
    expect(next.subtitles.get()).toEqual({ ask: "3 unread" });
    expect(said).toEqual([]);
  });

  it("can be read by its owner alone: files 0600, folders 0700", () => {
    mkdirSync(join(folder, "sample"), { mode: 0o755 });
    writeFileSync(join(folder, "sample", "preferences.json"), "{}", { mode: 0o644 });
    const state = open();
    state.preferences.set({ extension: { token: "secret" }, commands: {} });
    state.mac.set(state.mac.get());
    state.memory.set(state.memory.get());
    expect(modeOf("sample")).toBe("700");
    expect(modeOf("sample", "support")).toBe("700");
    expect(modeOf("sample", "preferences.json")).toBe("600");
    expect(modeOf("sample", "memory.json")).toBe("600");
    expect(modeOf("mac.json")).toBe("600");
  });

  it("leaves the mode of a folder that the person named as it is", () => {
    chmodSync(folder, 0o755);
    open();
    expect(modeOf()).toBe("755");
  });

  it("is written whole or not at all, and leaves nothing half done", () => {
    const state = open();
    state.preferences.set({ extension: { a: "1" }, commands: {} });
    // A reader with the file open keeps the old one: it is replaced, not written into.
    const { ino } = statSync(state.preferencesFile);
    state.preferences.set({ extension: { a: "2" }, commands: {} });
    expect(statSync(state.preferencesFile).ino).not.toBe(ino);
    expect(readdirSync(join(folder, "sample")).sort()).toEqual(["preferences.json", "support"]);
  });

  it.each(["{", '{"extension": 1}', "null"])(
    "that is damaged (%s) is set aside, and the terminal says so",
    (damaged) => {
      const file = join(folder, "sample", "preferences.json");
      mkdirSync(join(folder, "sample"));
      writeFileSync(file, damaged);
      expect(open().preferences.get()).toEqual({ extension: {}, commands: {} });
      expect(readFileSync(`${file}.damaged`, "utf8")).toBe(damaged);
      expect(said).toHaveLength(1);
      expect(said[0]).toContain(`${file} could not be read. It was set aside as ${file}.damaged`);
    },
  );

  it("that cannot be written ends nothing: the value holds, and the terminal says so", () => {
    const state = open();
    rmSync(join(folder, "sample"), { recursive: true });
    state.memory.set({ ...EMPTY, localStorage: { a: 1 } });
    expect(state.memory.get().localStorage).toEqual({ a: 1 });
    expect(said[0]).toContain("memory.json could not be written");
  });
});

describe("a change of the memory", () => {
  it("leaves all else as another command has left it", () => {
    const changes: MemoryChange[] = [
      { part: "localStorage", key: "a", value: 1 },
      { part: "drafts", key: "form", value: { title: "Plan" } },
      { part: "localStorage", key: "b", value: "two" },
      { part: "storedValues", key: "c", value: true },
      { part: "localStorage", key: "a" },
      { part: "localStorage", key: "__proto__", value: "kept" },
    ];
    const memory = changes.reduce(withChange, EMPTY);
    expect(Object.entries(memory.localStorage)).toEqual([
      ["b", "two"],
      ["__proto__", "kept"],
    ]);
    expect(memory).toMatchObject({ drafts: { form: { title: "Plan" } }, storedValues: { c: true } });
  });
});
