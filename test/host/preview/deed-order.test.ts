import { describe, expect, it } from "vitest";
import { deedOrder } from "./deed-order";

describe("H4 the order of deeds", () => {
  it("knows which are new, page by page; numbers may be left out", () => {
    const order = deedOrder();
    expect(order.isNew("a", 1)).toBe(true);
    order.done("a", 3);
    expect([2, 3, 4].map((number) => order.isNew("a", number))).toEqual([false, false, true]);
    expect(order.isNew("b", 1)).toBe(true);
  });

  it("acknowledges what the host does at once, what the command does when it tells", () => {
    const order = deedOrder();
    order.done("a", 1);
    order.given("a", 2);
    expect(order.acks).toEqual({ a: 1 });
    order.told({ a: 2 });
    expect(order.acks).toEqual({ a: 2 });
  });

  it("acknowledges nothing of the host's before what the command was given earlier", () => {
    const order = deedOrder();
    order.given("a", 1);
    order.given("a", 2);
    order.done("a", 3);
    expect(order.acks).toEqual({ a: 0 });
    order.told({ a: 1 });
    expect(order.acks).toEqual({ a: 1 });
    order.told({ a: 2 });
    expect(order.acks).toEqual({ a: 3 });
  });

  it("never goes back, and waits for no command that is gone", () => {
    const order = deedOrder();
    order.done("a", 5);
    order.given("a", 6);
    expect(order.acks).toEqual({ a: 5 });
    order.settle();
    expect(order.acks).toEqual({ a: 6 });
    order.told({ a: 2 });
    expect(order.acks).toEqual({ a: 6 });
  });

  it("takes any name for a page", () => {
    const order = deedOrder();
    order.done("__proto__", 1);
    expect(Object.entries(order.acks)).toEqual([["__proto__", 1]]);
  });
});
