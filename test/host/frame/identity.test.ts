import { describe, expect, it, vi } from "vitest";

describe("H2 the ids of screens", () => {
  it("of another command are others: what the page kept of one never passes for the other's", async () => {
    const first = await import("./identity");
    vi.resetModules();
    // As in another worker, which counts from one again.
    const second = await import("./identity");
    expect(second.idOf({})).not.toBe(first.idOf({}));
  });

  it("stay with their element", async () => {
    const { idOf } = await import("./identity");
    const element = {};
    expect(idOf(element)).toBe(idOf(element));
    expect(idOf({})).not.toBe(idOf(element));
  });
});
