import { describe, expect, it } from "vitest";
import * as z from "zod";
import { emptyChat } from "../../../src/agent/chat/chat";
import type { CallRow } from "../../../src/agent/history/calls";
import type { ToolUseBlock } from "../../../src/agent/history/messages";
import { DEFAULT_LIMITS } from "../../../src/agent/limits";
import { callRow } from "../../../src/agent/run/announce-calls";
import { checkCall, type CheckContext } from "../../../src/agent/run/check-call";
import type { JsonObject } from "../../../src/agent/text/json";
import type { ToolAvailability } from "../../../src/agent/tool/availability";
import { defineTool } from "../../../src/agent/tool/define-tool";
import { ToolRegistry } from "../../../src/agent/tool/registry";
import type { ReviewedCall } from "../../../src/agent/tool/tool";

const look = defineTool({
  name: "look",
  title: "Look",
  description: "Looks.",
  parameters: z.object({ query: z.string(), limit: z.int().exactOptional() }),
  category: "files",
  risk: "read",
  maxCallsPerRequest: 3,
  label: ({ query }) => `Looking for ${query}…`,
  run: () => Promise.resolve({ text: "" }),
});
const clock = defineTool({
  name: "clock",
  title: "Clock",
  description: "Tells the time.",
  parameters: z.object({}),
  category: "system",
  risk: "read",
  isRepeatable: true,
  label: () => "Looking at the clock…",
  run: () => Promise.resolve({ text: "" }),
});
/** A tool that may open a link that the person typed without asking. */
const visit = (review: (link: string, typed: string) => Omit<ReviewedCall, "input">) =>
  defineTool({
    name: "visit",
    title: "Visit",
    description: "Opens a link.",
    parameters: z.object({ link: z.string() }),
    category: "apps",
    risk: "write",
    label: () => "Opening…",
    review: ({ link }, { text }) => review(link, text),
    prepare: (input) =>
      Promise.resolve({ input, target: null, form: { title: "", message: "", fields: [], confirmLabel: "Open" } }),
    run: () => Promise.resolve({ text: "" }),
  });
const visitTyped = visit((link, typed) =>
  typed.includes(link) ? { risk: "draft", secret: { typed: link } } : { risk: "write" },
);

const use = (name: string, input: JsonObject = {}, inputError?: string): ToolUseBlock => ({
  type: "tool_use",
  id: "u",
  name,
  input,
  rawInput: inputError === undefined ? JSON.stringify(input) : '{"query": "half',
  ...(inputError !== undefined && { inputError }),
});
const NOT_JSON = "The arguments are not complete, valid JSON.";

function context(more: Partial<CheckContext> & { offered?: string[] } = {}): CheckContext {
  const { offered = ["look", "clock", "visit"], ...rest } = more;
  const chat = emptyChat({ id: "c", title: "", createdAt: 0, updatedAt: 0, left: false });
  chat.frozen = {
    systemPrompt: "",
    tools: offered.map((name) => ({ name, description: "", inputSchema: {} })),
  };
  return {
    chat,
    registry: new ToolRegistry([look, clock, visitTyped]),
    limits: DEFAULT_LIMITS,
    availability: new Map(),
    request: { text: "" },
    calls: [],
    stopReason: { type: "tool_use" },
    ...rest,
  };
}

/** Calls that the request has made, in the state that `change` makes of them. */
function made(count: number, name: string, input: JsonObject, change: Partial<CallRow> = {}): CallRow[] {
  return Array.from({ length: count }, (_, index) => ({
    ...callRow(checkCall(use(name, input), context()), { id: `c${index}`, requestId: "r", messageId: "m", index }, 0),
    ...change,
  }));
}

const off: [string, ToolAvailability][] = [["look", { type: "disabled" }]];
const denied: [string, ToolAvailability][] = [["look", { type: "permission_missing", permission: "contacts" }]];
const used = made(3, "look", { query: "other" });
const twice = made(2, "look", { query: "x" });

describe("C6 the order of the checks", () => {
  /** Each call is also wrong in every way that comes later in the list: it is told of the first one. */
  const wrong: [string, ToolUseBlock, Partial<CheckContext> & { offered?: string[] }, string][] = [
    [
      "a reply that was cut off",
      use("no_tool", {}, NOT_JSON),
      { stopReason: { type: "max_tokens" }, calls: made(15, "look", { query: "x" }) },
      "Not run: the reply was cut off",
    ],
    [
      "no calls left",
      use("no_tool", {}, NOT_JSON),
      { calls: made(15, "look", { query: "x" }) },
      "Not run: too many calls",
    ],
    ["no such tool", use("no_tool", {}, NOT_JSON), { calls: used }, "Unknown tool"],
    [
      "no JSON",
      use("look", {}, NOT_JSON),
      { offered: [], availability: new Map(off), calls: used },
      "Called with wrong values",
    ],
    [
      "not a tool of this chat",
      use("look", { size: 1 }),
      { offered: [], availability: new Map(off), calls: used },
      "Not turned on in this chat",
    ],
    ["turned off", use("look", { size: 1 }), { availability: new Map(off), calls: used }, "Turned off by you"],
    [
      "not permitted",
      use("look", { size: 1 }),
      { availability: new Map(denied), calls: used },
      "Missing permission: Contacts",
    ],
    ["wrong arguments", use("look", { size: 1 }), { calls: used }, "Called with wrong values"],
    [
      "the same call again",
      use("look", { query: "x" }),
      { calls: [...used, ...twice] },
      "Not run: the same call again",
    ],
    [
      "no calls of this tool left",
      use("look", { query: "x" }),
      { calls: used },
      "Not run: at most 3 times for one request",
    ],
  ];

  it.each(wrong)("%s comes before all that follows", (_name, call, more, summary) => {
    expect(checkCall(call, context(more))).toMatchObject({ type: "refused", summary });
  });

  it("lets a call through that is wrong in none of these ways", () => {
    expect(checkCall(use("LOOK", { Query: "x", limit: "5" }), context())).toEqual({
      type: "run",
      tool: "look",
      risk: "read",
      input: { query: "x", limit: 5 },
      label: "Looking for x…",
    });
  });
});

describe("C6 what the model is told of a call that does not run", () => {
  const told = (call: ToolUseBlock, more: Parameters<typeof context>[0] = {}) => {
    const checked = checkCall(call, context(more));
    return checked.type === "refused" ? checked.text : "";
  };

  it("names the tools that can be used in place of one that does not exist", () => {
    expect(told(use("mail"), { availability: new Map(off), offered: ["look", "clock"] })).toBe(
      'There is no tool "mail". The tools are: clock.',
    );
  });

  it("gives back arguments that are no JSON, as JSON, and not without end", () => {
    expect(told(use("look", {}, NOT_JSON))).toBe(
      `NOT run: ${NOT_JSON} Call look again with one complete JSON object as its arguments.\n{"INVALID_JSON":"{\\"query\\": \\"half"}`,
    );
    const endless = { ...use("look", {}, NOT_JSON), rawInput: "x".repeat(50_000) };
    expect(told(endless)).toMatch(/\{"INVALID_JSON":"x{2000}"\}$/);
  });

  it("says that a tool can be used in a new chat, or was turned off", () => {
    expect(told(use("look", { query: "x" }), { offered: [] })).toContain("is not one of this chat's tools.");
    expect(told(use("look", { query: "x" }), { availability: new Map(off) })).toContain("has turned look off.");
  });

  it("does not send anybody to a new chat for a tool that is turned off", () => {
    const text = told(use("look", { query: "x" }), { offered: [], availability: new Map(off) });
    expect(text).toContain("has turned it off");
    expect(text).not.toContain("new chat");
  });

  it("says which permission is missing, and the check names it for the notice", () => {
    const checked = checkCall(use("look", { query: "x" }), context({ availability: new Map(denied) }));
    expect(checked).toMatchObject({ type: "refused", permission: "contacts" });
    expect(told(use("look", { query: "x" }), { availability: new Map(denied) })).toMatch(/^NOT run\. .*Contacts/);
  });
});

describe("C8 the third identical call", () => {
  it("is answered instead of run, however its arguments are written", () => {
    const again = checkCall(use("look", { LIMIT: "5", query: "x" }), {
      ...context(),
      calls: made(2, "look", { query: "x", limit: 5 }),
    });
    expect(again).toMatchObject({
      type: "refused",
      text: "NOT run: you have made this very call 2 times already. Go by those results, change the call, or answer.",
    });
  });

  it.each<[string, Partial<CheckContext>]>([
    ["with another argument", { calls: made(2, "look", { query: "y" }) }],
    ["where it was made once", { calls: made(1, "look", { query: "x" }) }],
    [
      "where the others were refused",
      {
        calls: made(
          2,
          "look",
          { query: "x" },
          {
            state: { type: "result", at: 0, text: "", isError: true, ran: false, summary: "" },
          },
        ),
      },
    ],
    [
      "where the others ended with a try that was stopped",
      { calls: made(2, "look", { query: "x" }, { state: { type: "expired", at: 0 } }) },
    ],
  ])("runs %s", (_name, more) => {
    expect(checkCall(use("look", { query: "x" }), context(more)).type).toBe("run");
  });

  it("counts calls that the person declined, and those whose values they edited", () => {
    const declined = made(2, "visit", { link: "a" }, { state: { type: "declined", at: 0 } });
    const edited = made(2, "visit", { link: "a" }, { editedInput: { link: "b" } });
    for (const calls of [declined, edited]) {
      expect(checkCall(use("visit", { link: "a" }), context({ calls })).type).toBe("refused");
    }
  });

  it("runs for a tool whose result changes by itself", () => {
    expect(checkCall(use("clock"), context({ calls: made(9, "clock", {}) })).type).toBe("run");
  });
});

describe("C8 the limit of a tool", () => {
  it("counts only calls that got as far as running", () => {
    const refused = made(
      9,
      "look",
      { query: "y" },
      {
        state: { type: "result", at: 0, text: "", isError: true, ran: false, summary: "" },
      },
    );
    expect(checkCall(use("look", { query: "x" }), context({ calls: refused })).type).toBe("run");
    const ran = made(
      3,
      "look",
      { query: "y" },
      {
        state: { type: "result", at: 0, text: "", isError: true, ran: true, summary: "" },
      },
    );
    expect(checkCall(use("look", { query: "x" }), context({ calls: ran }))).toMatchObject({
      text: "NOT run: look may be called 3 times for one request.",
    });
  });
});

describe("C6 the review of a call", () => {
  const typed = { request: { text: "Open example.org please" } };

  it("decides its risk by what the person typed, and keeps what the tool wants to keep", () => {
    expect(checkCall(use("visit", { link: "example.org" }), context(typed))).toMatchObject({
      type: "run",
      risk: "draft",
      secret: { typed: "example.org" },
    });
    expect(checkCall(use("visit", { link: "evil.org" }), context(typed))).toMatchObject({ type: "run", risk: "write" });
  });

  it("sees nothing where nothing was typed", () => {
    expect(checkCall(use("visit", { link: "example.org" }), context())).toMatchObject({ type: "run", risk: "write" });
  });

  it("may raise the risk", () => {
    const registry = new ToolRegistry([visit(() => ({ risk: "destructive" }))]);
    expect(checkCall(use("visit", { link: "a" }), context({ registry }))).toMatchObject({ risk: "destructive" });
  });

  it("leaves the tool's own risk where it fails", () => {
    const registry = new ToolRegistry([
      visit(() => {
        throw new Error("broken");
      }),
    ]);
    expect(checkCall(use("visit", { link: "a" }), context({ registry }))).toMatchObject({ type: "run", risk: "write" });
  });
});
