import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Cache, Detail } from "@raycast/api";
import { createElement } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { launch } from "../command/launch";
import type { Session } from "../command/session";

describe("a Cache", () => {
  let supportPath: string;
  let session: Session;

  beforeEach(() => {
    supportPath = mkdtempSync(join(tmpdir(), "cache-"));
    session = launch(() => createElement(Detail), { supportPath });
  });
  afterEach(() => {
    session.close();
    rmSync(supportPath, { recursive: true });
  });

  it("holds texts by key, on the disk of the extension", () => {
    const cache = new Cache();
    expect([cache.isEmpty, cache.get("a"), cache.has("a")]).toEqual([true, undefined, false]);
    cache.set("a", "1");
    cache.set("a", "2");
    expect([cache.isEmpty, cache.get("a"), cache.has("a")]).toEqual([false, "2", true]);
    expect(cache.storageDirectory).toBe(join(supportPath, "com.raycast.api.cache"));
    expect(new Cache().get("a")).toBe("2");
    expect([cache.remove("a"), cache.remove("a"), cache.isEmpty]).toEqual([true, false, true]);
  });

  it("is one of its own in each namespace", () => {
    const [all, own] = [new Cache(), new Cache({ namespace: "own" })];
    all.set("a", "all");
    own.set("a", "own");
    all.clear();
    expect([all.get("a"), own.get("a")]).toEqual([undefined, "own"]);
  });

  it("lets go of what was not used for longest when it is full", () => {
    const cache = new Cache({ capacity: 6 });
    cache.set("a", "12");
    cache.set("b", "12");
    cache.set("c", "12");
    cache.get("a");
    cache.has("b");
    cache.set("d", "€");
    expect(["a", "b", "c", "d"].filter((key) => cache.has(key))).toEqual(["a", "d"]);
  });

  it("tells its subscribers what is set, removed and cleared", () => {
    const cache = new Cache();
    const told: (string | undefined)[][] = [];
    const unsubscribe = cache.subscribe((key, data) => told.push([key, data]));
    cache.set("a", "1");
    cache.remove("a");
    cache.remove("a");
    cache.clear();
    cache.clear({ notifySubscribers: false });
    unsubscribe();
    cache.set("b", "2");
    expect(told).toEqual([
      ["a", "1"],
      ["a", undefined],
      [undefined, undefined],
    ]);
  });

  it("H6 takes text only, and no option that Raycast does not have", () => {
    // @ts-expect-error: data is text
    expect(() => new Cache().set("a", 1)).toThrow("A Cache holds text only.");
    // @ts-expect-error: no such option
    expect(() => new Cache({ ttl: 1 })).toThrow('A Cache has no property "ttl".');
  });

  it("may be made before the command runs", () => {
    session.close();
    const cache = new Cache();
    session = launch(() => createElement(Detail), { supportPath });
    expect(cache.isEmpty).toBe(true);
  });
});
