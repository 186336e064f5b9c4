import { describe, expect, it } from "vitest";
import { StoreError } from "../../src/agent/ports/store";
import { toStoreError } from "../../src/store/store-error";

describe("M3.1 toStoreError", () => {
  it.each([
    [{ errcode: 5 }, "locked"],
    // Extended codes mean what their low byte means: BUSY_RECOVERY, CORRUPT_INDEX, CANTOPEN_ISDIR, READONLY_CANTLOCK.
    [{ errcode: 261 }, "locked"],
    [{ errcode: 779 }, "corrupt"],
    [{ errcode: 526 }, "not_writable"],
    [{ errcode: 520 }, "not_writable"],
    [{ errcode: 13 }, "full"],
    [{ errcode: 26 }, "corrupt"],
    // But this one: an input/output error that only a full disk gives.
    [{ errcode: 4874 }, "full"],
    [{ errcode: 10 }, "other"],
    [{ errcode: 1 }, "other"],
    [{ code: "EACCES" }, "not_writable"],
    [{ code: "EROFS" }, "not_writable"],
    [{ code: "ENOSPC" }, "full"],
    [{ code: "ENOENT" }, "vanished"],
    [{ code: "ERR_INVALID_STATE" }, "other"],
    [{}, "other"],
  ])("M3.1 gives %j as %s, with the cause", (properties, type) => {
    const cause = Object.assign(new Error("from below"), properties);
    const error = toStoreError(cause);
    expect(error.detail).toStrictEqual({ type });
    expect(error.cause).toBe(cause);
  });

  it("M3.1 leaves a StoreError as it is, and takes what is no error at all", () => {
    const error = new StoreError({ type: "chat_deleted" });
    expect(toStoreError(error)).toBe(error);
    expect(toStoreError("Keyv emits text too").detail).toStrictEqual({ type: "other" });
  });
});
