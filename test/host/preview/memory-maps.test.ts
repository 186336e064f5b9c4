import { describe, expect, it } from "vitest";
import type { MemoryChange } from "./memory-maps";
import { memoryMaps } from "./memory-maps";

function start() {
  const told: MemoryChange[] = [];
  const memory = { localStorage: { a: 1, b: "two" }, storedValues: {}, drafts: { form: { title: "Plan" } } };
  return { told, ...memoryMaps(memory, (change) => void told.push(change)) };
}

describe("H3 the memory of a command", () => {
  it("is there from the start, without a word", () => {
    const { told, maps } = start();
    expect([...maps.localStorage]).toEqual([
      ["a", 1],
      ["b", "two"],
    ]);
    expect(maps.drafts.get("form")).toEqual({ title: "Plan" });
    expect(told).toEqual([]);
  });

  it("tells of each change by itself, and of none that changed nothing", () => {
    const { told, maps } = start();
    maps.localStorage.set("c", true);
    maps.storedValues.set("list/sort", "name");
    maps.drafts.delete("form");
    maps.drafts.delete("form");
    maps.localStorage.clear();
    expect(told).toEqual([
      { part: "localStorage", key: "c", value: true },
      { part: "storedValues", key: "list/sort", value: "name" },
      { part: "drafts", key: "form" },
      { part: "localStorage", key: "a" },
      { part: "localStorage", key: "b" },
      { part: "localStorage", key: "c" },
    ]);
    expect(maps.localStorage.size).toBe(0);
  });

  it("takes what another command changed, and does not tell of it", () => {
    const { told, maps, take } = start();
    take({ part: "localStorage", key: "a", value: 2 });
    take({ part: "localStorage", key: "b" });
    take({ part: "storedValues", key: "list/sort", value: "date" });
    take({ part: "drafts", key: "form" });
    expect([...maps.localStorage]).toEqual([["a", 2]]);
    expect(maps.storedValues.get("list/sort")).toBe("date");
    expect(maps.drafts.size).toBe(0);
    expect(told).toEqual([]);
  });
});
