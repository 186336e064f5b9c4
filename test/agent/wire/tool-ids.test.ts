import { describe, expect, it } from "vitest";
import type { WireMessage } from "../../../src/agent/history/messages";
import { uniqueToolIds } from "../../../src/agent/wire/tool-ids";

const calls = (...ids: string[]): WireMessage[] => [
  { role: "assistant", content: ids.map((id) => ({ type: "tool_use", id, name: "f", input: {}, rawInput: "{}" })) },
  { role: "user", content: ids.map((id) => ({ type: "tool_result", toolUseId: id, content: "ok", isError: false })) },
];

const idsOf = (messages: readonly WireMessage[]) =>
  messages.map(({ content }) =>
    content.map((block) =>
      block.type === "tool_use" ? block.id : block.type === "tool_result" ? block.toolUseId : "",
    ),
  );

describe("the ids of calls on the wire", () => {
  it.each([["toolu_01AbC-x_9"], ["x".repeat(40)]])("stay where every provider takes them: %s", (id) => {
    expect(idsOf(uniqueToolIds(calls(id)))).toEqual([[id], [id]]);
  });

  it.each([["functions.f:0"], ["x".repeat(41)], [""], ["ünï"]])("are derived where one would not: %j", (id) => {
    const [[wire = ""] = [], results] = idsOf(uniqueToolIds(calls(id)));
    expect(wire).toMatch(/^[a-zA-Z0-9_-]{1,40}$/);
    expect(results).toEqual([wire]);
    expect(idsOf(uniqueToolIds(calls(id)))).toEqual([[wire], [wire]]);
  });

  it("keep two long ids apart that begin alike", () => {
    const [ids = []] = idsOf(uniqueToolIds(calls(`${"x".repeat(50)}1`, `${"x".repeat(50)}2`)));
    expect(new Set(ids).size).toBe(2);
  });

  it("are the same in a longer view of the same history", () => {
    const short = [...calls("a", "a"), ...calls("a")];
    const long = [...short, ...calls("a", "b.c")];
    expect(idsOf(uniqueToolIds(long)).slice(0, 4)).toEqual(idsOf(uniqueToolIds(short)));
  });
});
