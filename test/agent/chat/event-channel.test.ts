import { afterEach, describe, expect, it, vi } from "vitest";
import { EventChannel, type AgentEvent } from "../../../src/agent/chat/event-channel";

const running: AgentEvent = { type: "status", status: "running" };
const idle: AgentEvent = { type: "status", status: "idle" };

describe("the event channel", () => {
  afterEach(() => void vi.restoreAllMocks());

  it("hands every event to every listener, in order, until they leave", () => {
    const channel = new EventChannel();
    const heard: [string, AgentEvent][] = [];
    const leave = channel.subscribe((event) => heard.push(["a", event]));
    channel.subscribe((event) => heard.push(["b", event]));
    channel.emit(running);
    leave();
    channel.emit(idle);
    expect(heard).toEqual([
      ["a", running],
      ["b", running],
      ["b", idle],
    ]);
  });

  it("keeps a listener that throws from the others and from the run, and lets its fault be seen", () => {
    const faults: (() => void)[] = [];
    vi.spyOn(globalThis, "queueMicrotask").mockImplementation((fault) => void faults.push(fault));
    const channel = new EventChannel();
    const heard: AgentEvent[] = [];
    channel.subscribe(() => {
      throw new Error("broken view");
    });
    channel.subscribe((event) => heard.push(event));
    channel.emit(running);
    expect(heard).toEqual([running]);
    expect(() => faults.forEach((fault) => fault())).toThrow("A listener of the event channel failed.");
  });
});
