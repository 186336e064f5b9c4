import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reuse } from "./reuse";

const copy = <T>(value: T): T => structuredClone(value);

describe("what a new frame takes from the one before", () => {
  it("is all of it, where nothing changed", () => {
    const old = { stage: { rows: [{ id: "a", title: "A" }] }, acks: { page: 3 } };
    expect(reuse(old, copy(old))).toBe(old);
  });

  it("is each part that is equal", () => {
    const old = {
      rows: [
        { id: "a", tags: ["x"] },
        { id: "b", tags: ["y"] },
      ],
      appearance: "dark",
    };
    const next = reuse(old, {
      rows: [
        { id: "a", tags: ["x"] },
        { id: "b", tags: ["z"] },
      ],
      appearance: "dark",
    });
    expect(next).toEqual({
      rows: [
        { id: "a", tags: ["x"] },
        { id: "b", tags: ["z"] },
      ],
      appearance: "dark",
    });
    expect(next.rows[0]).toBe(old.rows[0]);
    expect(next.rows[1]).not.toBe(old.rows[1]);
  });

  it("is a row that moved", () => {
    const old = [{ id: "a" }, { id: "b" }];
    const next = reuse(old, [{ id: "new" }, { id: "a" }, { id: "b" }]);
    expect(next[1]).toBe(old[0]);
    expect(next[2]).toBe(old[1]);
  });

  it("is nothing of a part that has gone", () => {
    expect(reuse({ toast: { title: "Done" }, model: "x" }, { model: "x" })).toEqual({ model: "x" });
    expect(reuse([1, 2, 3], [1, 2])).toEqual([1, 2]);
  });

  it("never changes what the frame says", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (old, next) => {
        expect(reuse(old, copy(next))).toEqual(next);
        expect(reuse(next, copy(next))).toEqual(next);
      }),
    );
  });
});
