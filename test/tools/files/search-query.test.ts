import { describe, expect, it } from "vitest";
import { missingWords } from "../../../src/tools/files/search-query";

describe("M4.1 the words of a query", () => {
  it("are found wherever they stand in a long text, across the pieces in which it is compared, too", () => {
    for (const before of [0, 65_530, 65_536, 131_070, 200_000]) {
      const text = `${"x".repeat(before)} U\u0308bersicht ${"y".repeat(70_000)}`;
      expect({ before, missing: missingWords(["\u00fcbersicht", "budget"], text) }).toEqual({
        before,
        missing: ["budget"],
      });
    }
  });

  it("are all missing from a text that says nothing", () => {
    expect(missingWords(["a", "b"], "")).toEqual(["a", "b"]);
  });
});
