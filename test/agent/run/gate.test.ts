import { describe, expect, it } from "vitest";
import { Gate } from "../../../src/agent/run/gate";

const never = new AbortController().signal;

/** Asks to enter and notes in `inside` who is. */
function enter(gate: Gate, inside: Set<string>, name: string, kind: "shared" | "exclusive", signal = never) {
  return gate.enter(kind, signal).then((leave) => {
    inside.add(name);
    return () => {
      inside.delete(name);
      leave();
    };
  });
}

describe("the gate", () => {
  it("lets six reads in together, and the next as one leaves", async () => {
    const [gate, inside] = [new Gate(), new Set<string>()];
    const entries = ["1", "2", "3", "4", "5", "6", "7"].map((name) => enter(gate, inside, name, "shared"));
    const first = await entries[0];
    await Promise.resolve();
    expect([...inside]).toEqual(["1", "2", "3", "4", "5", "6"]);
    first?.();
    await entries[6];
    expect([...inside]).toEqual(["2", "3", "4", "5", "6", "7"]);
  });

  it("lets a write in alone, and nobody past one that waits", async () => {
    const [gate, inside] = [new Gate(), new Set<string>()];
    const read = await enter(gate, inside, "read", "shared");
    const write = enter(gate, inside, "write", "exclusive");
    const late = enter(gate, inside, "late", "shared");
    await Promise.resolve();
    expect([...inside]).toEqual(["read"]);
    read();
    const leave = await write;
    expect([...inside]).toEqual(["write"]);
    leave();
    await late;
    expect([...inside]).toEqual(["late"]);
  });

  it("opens once more only once, however often somebody leaves", async () => {
    const [gate, inside] = [new Gate(), new Set<string>()];
    const leave = await gate.enter("exclusive", never);
    const second = enter(gate, inside, "second", "exclusive");
    void enter(gate, inside, "third", "exclusive");
    leave();
    leave();
    await second;
    await Promise.resolve();
    expect([...inside]).toEqual(["second"]);
  });

  it("takes those who give up out of the row, and lets the ones behind them in", async () => {
    const [gate, inside] = [new Gate(), new Set<string>()];
    await enter(gate, inside, "read", "shared");
    const controller = new AbortController();
    const write = enter(gate, inside, "write", "exclusive", controller.signal);
    const late = enter(gate, inside, "late", "shared");
    controller.abort();
    await expect(write).rejects.toMatchObject({ name: "AbortError" });
    await late;
    expect([...inside]).toEqual(["read", "late"]);
    await expect(gate.enter("shared", controller.signal)).rejects.toMatchObject({ name: "AbortError" });
  });

  it("is not left by somebody who gives up after having entered", async () => {
    const [gate, inside] = [new Gate(), new Set<string>()];
    const controller = new AbortController();
    await enter(gate, inside, "write", "exclusive", controller.signal);
    void enter(gate, inside, "late", "shared");
    controller.abort();
    await Promise.resolve();
    expect([...inside]).toEqual(["write"]);
  });
});

describe("C8 calls of one queue", () => {
  const inside = new Set<string>();
  const enterQueue = async (gate: Gate, name: string, queue?: string, kind: "shared" | "exclusive" = "shared") => {
    const leave = await gate.enter(kind, never, queue);
    inside.add(name);
    return () => {
      inside.delete(name);
      leave();
    };
  };
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

  it("follow each other, while reads of other queues pass", async () => {
    const gate = new Gate();
    inside.clear();
    const first = await enterQueue(gate, "mail 1", "mail");
    const second = enterQueue(gate, "mail 2", "mail");
    const third = enterQueue(gate, "mail 3", "mail");
    await enterQueue(gate, "notes", "notes");
    await enterQueue(gate, "files");
    expect([...inside]).toEqual(["mail 1", "notes", "files"]);
    first();
    (await second)();
    await third;
    expect([...inside]).toEqual(["notes", "files", "mail 3"]);
  });

  it("do not let a read pass a write that waits", async () => {
    const gate = new Gate();
    inside.clear();
    const first = await enterQueue(gate, "mail 1", "mail");
    const second = enterQueue(gate, "mail 2", "mail");
    const write = enterQueue(gate, "write", "notes", "exclusive");
    const late = enterQueue(gate, "late");
    await settle();
    expect([...inside]).toEqual(["mail 1"]);
    first();
    const leaveSecond = await second;
    await settle();
    expect([...inside]).toEqual(["mail 2"]);
    leaveSecond();
    const leaveWrite = await write;
    expect([...inside]).toEqual(["write"]);
    leaveWrite();
    await late;
    expect([...inside]).toEqual(["late"]);
  });
});
