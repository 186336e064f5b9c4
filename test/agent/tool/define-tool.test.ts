import { describe, expect, it } from "vitest";
import * as z from "zod";
import { defineTool } from "../../../src/agent/tool/define-tool";
import type { JsonObject } from "../../../src/agent/text/json";
import { asksFirst, type AskingTool, type Tool } from "../../../src/agent/tool/tool";

const signal = new AbortController().signal;
const common = {
  name: "count",
  title: "Count",
  description: "Counts.",
  category: "files" as const,
  label: () => "Counting…",
};
const parameters = z.object({
  query: z.string().min(2).max(5),
  limit: z.int().min(1).max(50).optional(),
  share: z.number().max(1).optional(),
  kind: z.enum(["pdf", "image"]).optional(),
  deep: z.boolean().optional(),
  names: z.array(z.string()).max(2).optional(),
  range: z.object({ from: z.string() }).optional(),
  rules: z.array(z.object({ field: z.string() })).optional(),
});

describe("C5 the arguments of a tool", () => {
  const tool = defineTool({
    ...common,
    parameters,
    risk: "read",
    run: () => Promise.resolve({ text: "", summary: "" }),
  });

  it("speaks of one character where one is enough", () => {
    const oneWord = defineTool({
      ...common,
      parameters: z.object({ word: z.string().min(1) }),
      risk: "read",
      run: () => Promise.resolve({ text: "", summary: "" }),
    });
    expect(oneWord.parse({ word: "" })).toEqual({ ok: false, message: "'word' must be at least 1 character long." });
  });

  it.each<[string, JsonObject, string]>([
    ["a missing one", {}, "'query' is missing."],
    ["a wrong type", { query: ["a", "b"] }, "'query' must be a string."],
    ["null for a required one", { query: null }, "'query' must be a string."],
    ["text for a number", { query: "ab", limit: "many" }, "'limit' must be a number."],
    ["a fraction for a whole number", { query: "ab", limit: 1.5 }, "'limit' must be a whole number."],
    ["a word for a boolean", { query: "ab", deep: "maybe" }, "'deep' must be a boolean."],
    ["too much", { query: "ab", limit: 51 }, "'limit' must be at most 50."],
    ["too little", { query: "ab", limit: 0 }, "'limit' must be at least 1."],
    ["too long", { query: "abcdef" }, "'query' must be at most 5 characters long."],
    ["too short", { query: "a" }, "'query' must be at least 2 characters long."],
    ["too many", { query: "ab", names: ["a", "b", "c"] }, "'names' must be at most 2 items long."],
    ["no choice", { query: "ab", kind: "mp3" }, "'kind' must be one of: pdf, image."],
    ["one inside a list", { query: "ab", names: ["a", {}] }, "'names.1' must be a string."],
    ["one inside an object", { query: "ab", range: {} }, "'range.from' is missing."],
    ["a list for an object", { query: "ab", range: [] }, "'range' must be an object."],
    [
      "several",
      { limit: 99, kind: "mp3" },
      "'query' is missing. 'limit' must be at most 50. 'kind' must be one of: pdf, image.",
    ],
    [
      "an unknown one",
      { query: "ab", color: "red" },
      "Unknown parameter 'color'. The parameters are: query, limit, share, kind, deep, names, range, rules.",
    ],
    [
      "an unknown one inside an object",
      { query: "ab", range: { from: "x", extra: 1 } },
      "Unknown parameter 'range.extra'. The parameters of 'range' are: from.",
    ],
    [
      "unknown ones inside a list, beside what else is wrong",
      { query: "ab", rules: [{ field: "a" }, { field: 1.5e300, a: 1, b: 2 }] },
      "'rules.1.field' must be a string. Unknown parameters 'rules.1.a', 'rules.1.b'. The parameters of 'rules.1' are: field.",
    ],
    [
      "a private one",
      { query: "ab", _query: "b" },
      "Unknown parameter '_query'. The parameters are: query, limit, share, kind, deep, names, range, rules.",
    ],
  ])("are refused in words for the model: %s", (_name, input, message) => {
    expect(tool.parse(input)).toEqual({ ok: false, message });
  });

  it("are mended first and come out as plain JSON", () => {
    expect(tool.parse({ Query: "ab", LIMIT: "7", kind: "PDF", deep: "true", names: "a", share: null })).toEqual({
      ok: true,
      input: { query: "ab", limit: 7, kind: "pdf", deep: true, names: ["a"] },
    });
  });

  it("of a tool without parameters are said to be none", () => {
    const bare = defineTool({
      ...common,
      parameters: z.object({}),
      risk: "read",
      run: () => Promise.resolve({ text: "", summary: "" }),
    });
    expect(bare.parse({ x: 1 })).toEqual({ ok: false, message: "Unknown parameter 'x'. The parameters are: none." });
  });
});

describe("C5 a private parameter", () => {
  it.each([
    ["at the top", z.object({ _link: z.string() })],
    ["inside an object", z.object({ range: z.object({ _from: z.string() }) })],
    ["inside a list", z.object({ rules: z.array(z.object({ _field: z.string() })) })],
  ])("is refused when the tool is made: %s", (_name, wrong) => {
    const make = () =>
      defineTool({ ...common, parameters: wrong, risk: "read", run: () => Promise.resolve({ text: "" }) });
    expect(make).toThrow(/begins with "_"/);
  });
});

describe("a tool that asks first", () => {
  const form = { title: "Count", message: "", fields: [], confirmLabel: "Count" };
  const tool = defineTool({
    ...common,
    parameters,
    risk: "write",
    prepare: (input) =>
      Promise.resolve({ input: { ...input, limit: input.limit, kind: "pdf" as const }, target: null, form }),
    run: ({ input }) => Promise.resolve({ text: `${input.query} ${input.kind ?? "-"}`, summary: "" }),
  });

  it("runs the prepared arguments; optional ones that were left out stay out", async () => {
    if (!("prepare" in tool)) throw new Error("The tool does not ask.");
    const prepared = await tool.prepare({ query: "ab" }, { signal });
    expect(Object.entries(prepared.input)).toEqual([
      ["query", "ab"],
      ["kind", "pdf"],
    ]);
    expect((await tool.run(prepared, { signal })).text).toBe("ab pdf");
  });

  it("does not run what its parameters do not allow, whoever made it", () => {
    if (!("prepare" in tool)) throw new Error("The tool does not ask.");
    expect(() => tool.run({ input: { query: 1 }, target: null, form }, { signal })).toThrow();
  });
});

describe("C6 what a tool that asks first need not say itself", () => {
  const form = { title: "Count", message: "", fields: [], confirmLabel: "Count" };
  const spec = {
    ...common,
    parameters,
    risk: "write" as const,
    prepare: () => Promise.resolve({ input: { query: "ab" }, target: null, form }),
    run: () => Promise.resolve({ text: "" }),
  };
  const asking = (tool: Tool): AskingTool => {
    if (!asksFirst(tool)) throw new Error("The tool does not ask.");
    return tool;
  };

  it("keeps its risk without a review, and follows one that sees what the person typed", () => {
    const input = { query: "ab" };
    expect(asking(defineTool(spec)).review(input, { text: "ab" })).toEqual({ risk: "write", input });
    const reviewed = asking(
      defineTool({
        ...spec,
        review: ({ query }, { text }) =>
          text.includes(query) ? { risk: "draft", secret: { typed: query } } : { risk: "write" },
      }),
    );
    expect(reviewed.review(input, { text: "count ab" })).toEqual({ risk: "draft", input, secret: { typed: "ab" } });
    expect(reviewed.review(input, { text: "" })).toEqual({ risk: "write", input });
  });

  it("takes edits as they are, and takes out what was removed, unless it reads them itself", () => {
    const input = { query: "ab", limit: 3, kind: "pdf" };
    expect(asking(defineTool(spec)).applyEdits({ query: "cd", limit: null }, input)).toEqual({
      query: "cd",
      kind: "pdf",
    });
    const fixed = asking(defineTool({ ...spec, applyEdits: (_edits, given) => given }));
    expect(fixed.applyEdits({ query: "cd" }, input)).toEqual(input);
  });

  it("is version 1, needs nothing, repeats nothing and adds no rules", () => {
    expect(defineTool(spec)).toMatchObject({
      version: 1,
      requiredPermissions: [],
      isRepeatable: false,
      promptRules: [],
    });
  });
});
