import { describe, expect, it } from "vitest";
import type { WireMessage } from "../../../../src/agent/history/messages";
import type { ToolIdRule } from "../../../../src/agent/ports/provider";
import { toolIds } from "../../../../src/agent/wire/passes/tool-ids";

const calls = (...ids: string[]): WireMessage[] => [
  { role: "assistant", content: ids.map((id) => ({ type: "tool_use", id, name: "f", input: {}, rawInput: "{}" })) },
  { role: "user", content: ids.map((id) => ({ type: "tool_result", toolUseId: id, content: "ok", isError: false })) },
];

/** The ids of each message on the wire. */
const wireIds = (messages: readonly WireMessage[], rule: ToolIdRule) =>
  toolIds(rule)
    .run(messages)
    .messages.map(({ content }) =>
      content.map((block) =>
        block.type === "tool_use" ? block.id : block.type === "tool_result" ? block.toolUseId : "",
      ),
    );

const TAKEN: Record<ToolIdRule, RegExp> = {
  anthropic: /^[a-zA-Z0-9_-]{1,64}$/,
  openai: /^[a-zA-Z0-9_-]{1,40}$/,
  mistral: /^[a-zA-Z0-9]{9}$/,
};

describe("C2 the ids of calls on the wire", () => {
  it.each<[ToolIdRule, string]>([
    ["anthropic", "toolu_01AbC-x_9"],
    // Longer than others take, and beside it may stand signed reasoning.
    ["anthropic", "x".repeat(64)],
    ["openai", "call_AbC-9"],
    ["openai", "x".repeat(40)],
    ["mistral", "D681PevKs"],
  ])("stay where the server takes them: %s, %s", (rule, id) => {
    expect(wireIds(calls(id), rule)).toEqual([[id], [id]]);
    expect(toolIds(rule).run(calls(id)).count).toBe(0);
  });

  it.each<[ToolIdRule, string, string]>([
    ["anthropic", "functions.f:0", "functions_f_0_8bfccb44"],
    ["openai", "functions.f:0", "functions_f_0_8bfccb44"],
    ["mistral", "functions.f:0", "8y67gilz9"],
    ["mistral", "toolu_01AbC", "h3ydkehz2"],
    ["mistral", "call_1", "2bzpzmiy3"],
    // Its characters would do, but there is one too many.
    ["mistral", "D681PevKsX", "k5873mjm2"],
  ])("are derived where it does not, for call and result alike: %s, %s → %s", (rule, id, wireId) => {
    expect(wireIds(calls(id), rule)).toEqual([[wireId], [wireId]]);
    expect(toolIds(rule).run(calls(id)).count).toBe(1);
  });

  it.each(
    (["anthropic", "openai", "mistral"] as const).flatMap((rule) =>
      ["", "ünï", "x".repeat(65), "toolu_01AbC-x_9", "call_1", "D681PevKs", "a:b"].map((id) => [rule, id] as const),
    ),
  )("fit the server whatever they were: %s, %j", (rule, id) => {
    const [[wireId = ""] = [], results] = wireIds(calls(id), rule);
    expect(wireId).toMatch(TAKEN[rule]);
    expect(results).toEqual([wireId]);
  });

  it.each<ToolIdRule>(["anthropic", "openai", "mistral"])("keep two long ids apart that begin alike: %s", (rule) => {
    const [ids = []] = wireIds(calls(`${"x".repeat(70)}1`, `${"x".repeat(70)}2`), rule);
    expect(new Set(ids).size).toBe(2);
  });

  it("keep apart what was derived from another id and an id that is the same by chance", () => {
    const [[first, second] = [], results] = wireIds(calls("functions.f:0", "functions_f_0_8bfccb44"), "openai");
    expect(first).toBe("functions_f_0_8bfccb44");
    expect(second).toMatch(/^functions_f_0_8bfccb44_[0-9a-f]{8}$/);
    expect(results).toEqual([first, second]);
  });

  it.each<ToolIdRule>(["anthropic", "mistral"])("are the same in a longer view of the same history: %s", (rule) => {
    const short = [...calls("a", "a"), ...calls("a")];
    const long = [...short, ...calls("a", "b.c")];
    expect(wireIds(long, rule).slice(0, 4)).toEqual(wireIds(short, rule));
    expect(new Set(wireIds(long, rule).flat()).size).toBe(5);
  });

  it("cost no more each where a server gives every call the same one", () => {
    const started = performance.now();
    const ids = wireIds(Array.from({ length: 20_000 }, () => calls("call_0")).flat(), "openai");
    expect(new Set(ids.flat()).size).toBe(20_000);
    // By trying every earlier one again it would be minutes.
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
