import { EMPTY_SNAPSHOT } from "../../src/agent/chat/snapshot";
import { describe, expect, it } from "vitest";
import type { CallRow, CallState } from "../../src/agent/history/calls";
import type { Decision, PersonAnswer } from "../../src/agent/run/decisions";
import { answerForms } from "../../src/cli/answer-forms";
import type { FormAnswers } from "../../src/cli/form-answers";
import { typed } from "./harness";
import { approval, callRow, waiting } from "./rows";

/** A loop in which these calls wait; a word settles its call. `stop` settles all, as Ctrl-C does. */
function loopWith(states: CallState[], { isElsewhere = false } = {}) {
  const calls = new Map(states.map((state, index) => [`call-${index + 1}`, callRow(state, `call-${index + 1}`)]));
  const words: [string, Decision | PersonAnswer][] = [];
  const settle = (call: CallRow) => calls.set(call.id, { ...call, state: { type: "expired", at: 0 } });
  return {
    words,
    stop: () => calls.forEach(settle),
    loop: {
      stop: () => {
        calls.forEach(settle);
        return Promise.resolve();
      },
      snapshot: () => ({
        ...EMPTY_SNAPSHOT,
        calls,
        status: "awaiting_approval" as const,
        isElsewhere,
      }),
      decide: (id: string, decision: Decision) => {
        const call = calls.get(id);
        if (call?.state.type !== "awaiting_approval") return undefined;
        words.push([id, decision]);
        settle(call);
        return Promise.resolve({ type: "answered" as const });
      },
      answer: (id: string, answer: PersonAnswer) => {
        const call = calls.get(id);
        if (call?.state.type !== "awaiting_answer") return undefined;
        words.push([id, answer]);
        settle(call);
        return Promise.resolve({ type: "answered" as const });
      },
    },
  };
}

async function answered(answers: { approve?: FormAnswers["approve"]; lines?: string[] }, ...states: CallState[]) {
  const { loop, words } = loopWith(states);
  let status = "";
  const end = await answerForms(loop, {
    approve: answers.approve ?? "ask",
    lines: typed(answers.lines ?? []),
    status: (text) => (status += text),
  });
  return { end, words, status };
}

const RUN = { type: "run", digest: "digest-1", edits: {} };
const CANCEL = { type: "cancel" };

describe("M2.4 a form is answered by", () => {
  it.each([
    ["run", RUN],
    ["r", RUN],
    [" RUN ", RUN],
    ["cancel", CANCEL],
    ["C", CANCEL],
  ])("the line %j", async (line, decision) => {
    expect((await answered({ lines: [line] }, waiting())).words).toEqual([["call-1", decision]]);
  });

  it("no when the input ends: nobody is there to say yes, and what helps is said", async () => {
    const { words, status } = await answered({ lines: [] }, waiting());
    expect(words).toEqual([["call-1", CANCEL]]);
    expect(status).toMatch(/input has ended.*--approve all/);
    expect((await answered({ lines: ["content=two"] }, waiting())).words).toEqual([["call-1", CANCEL]]);
  });

  it("--approve all and --approve none, without reading a line", async () => {
    expect((await answered({ approve: "all", lines: ["cancel"] }, waiting())).words).toEqual([["call-1", RUN]]);
    expect((await answered({ approve: "none", lines: ["run"] }, waiting())).words).toEqual([["call-1", CANCEL]]);
  });

  it("nothing but those words: yes, a blank line or a sentence do not run anything", async () => {
    const { words, status } = await answered({ lines: ["yes", "", "run it", "=", "cancel"] }, waiting());
    expect(words).toEqual([["call-1", CANCEL]]);
    const help = "    Write run or cancel, or change one of these with field=value: path, content.\n";
    expect(status).toBe(help.repeat(4));
  });
});

describe("C6 one of several forms", () => {
  it("is named when its word is asked for, and one alone needs no name", async () => {
    const { status } = await answered({ lines: ["cancel", "run"] }, waiting(), waiting());
    expect(status).toBe('    1 of 2: Orbit creates "a.txt" in ~.\n');
    expect((await answered({ approve: "all" }, waiting(), waiting())).status).toBe("");
  });
});

describe("C6 a form in a chat that another window has", () => {
  it("is left to that one", async () => {
    const { loop } = loopWith([waiting()], { isElsewhere: true });
    const nobody: FormAnswers = { approve: "all", lines: typed([]), status: () => undefined };
    expect(await answerForms({ ...loop, decide: () => expect.fail("nobody may decide here") }, nobody)).toBeUndefined();
  });
});

describe("M2.4 field=value", () => {
  const edited = async (...lines: string[]) => answered({ lines: [...lines, "run"] }, waiting());

  it("changes a value, and says so; the last one counts", async () => {
    const { words, status } = await edited("content=two", "content=three");
    expect(words).toEqual([["call-1", { type: "run", digest: "digest-1", edits: { content: "three" } }]]);
    expect(status).toBe("    content is changed. Write run to go on.\n".repeat(2));
  });

  it.each([
    ["keeps blanks and further signs of the value", "content= a = b ", " a = b "],
    ["makes a value empty", "content=", ""],
    ["takes blanks around the name", " content =x", "x"],
    ["writes a line break as \\n", String.raw`content=one\ntwo`, "one\ntwo"],
    ["writes a backslash as \\\\, also before an n", String.raw`content=C:\\new`, String.raw`C:\new`],
    ["leaves other backslashes alone", String.raw`content=\d+\.`, String.raw`\d+\.`],
  ])("%s", async (_case, line, content) => {
    expect((await edited(line)).words).toEqual([["call-1", { type: "run", digest: "digest-1", edits: { content } }]]);
  });

  it.each(["colour=red", "size=9", "Content=x", "__proto__=x"])(
    "refuses %s: it names no field that can change",
    async (line) => {
      const { words, status } = await edited(line);
      expect(words).toEqual([["call-1", RUN]]);
      expect(status).toContain("path, content");
    },
  );

  it("names no fields where the form has none to change", async () => {
    const fields = approval().form.fields.map((field) => ({ ...field, editable: false }));
    const { status } = await answered(
      { lines: ["path=x", "cancel"] },
      waiting({ form: { ...approval().form, fields } }),
    );
    expect(status).toBe("    Write run or cancel.\n");
  });

  it("goes on from what was typed before the form came again", async () => {
    const again = waiting({ edits: { content: "two", path: "~/b.txt" } });
    const { words } = await answered({ lines: ["path=~/c.txt", "run"] }, again);
    expect(words).toEqual([
      ["call-1", { type: "run", digest: "digest-1", edits: { content: "two", path: "~/c.txt" } }],
    ]);
  });
});

describe("C6 a date in a form", () => {
  const field = (kind: "date" | "date_time") =>
    ({ id: "due", label: "Due", value: "2026-03-01", kind, editable: true, removable: true }) as const;
  const edited = async (kind: "date" | "date_time", line: string) => {
    const form = { ...approval().form, fields: [field(kind)] };
    const { words, status } = await answered({ lines: [line, "run"] }, waiting({ form }));
    return { edits: words[0]?.[1], status };
  };

  it("is taken as it is written, and told as the form holds it", async () => {
    expect((await edited("date", "due= 2026-04-02 ")).edits).toMatchObject({ edits: { due: "2026-04-02" } });
    const { edits } = await edited("date_time", "due=2026-04-02 09:30");
    expect(edits).toMatchObject({
      edits: { due: expect.stringMatching(/^2026-04-02T09:30:00[+-]\d\d:\d\d$/) as unknown },
    });
  });

  it.each(["due=tomorrow", "due=2026-02-31"])("is not %s, which is said", async (line) => {
    const { edits, status } = await edited("date", line);
    expect(edits).toMatchObject({ edits: {} });
    expect(status).toBe("    due is a date, such as 2026-03-01.\n");
  });

  it("is left out where it can be, with nothing after the sign", async () => {
    const { edits, status } = await edited("date", "due=");
    expect(edits).toMatchObject({ edits: { due: null } });
    expect(status).toBe("    due is left out. Write run to go on.\n");
  });
});

describe("C7 a question is answered by", () => {
  const question = (freeText: boolean, ...choices: string[]): CallState => ({
    type: "awaiting_answer",
    since: 0,
    question: { text: "Which Anna?", choices, freeText },
  });
  const DISMISSED = [["call-1", { type: "dismiss" }]];

  it.each([
    ["2", { type: "choice", index: 1 }],
    [" anna sand ", { type: "choice", index: 1 }],
    ["skip", { type: "dismiss" }],
  ])("%j, by its number or its words, or skipped", async (line, answer) => {
    const { words } = await answered({ lines: [line] }, question(false, "Anna Meyer", "Anna Sand"));
    expect(words).toEqual([["call-1", answer]]);
  });

  it("words of the person's own only where it takes them", async () => {
    const own = await answered({ lines: ["Neither"] }, question(true, "Anna Meyer"));
    expect(own.words).toEqual([["call-1", { type: "text", text: "Neither" }]]);
    const none = await answered({ lines: ["Neither", "3", "0", "", "1"] }, question(false, "Anna Meyer", "Anna Sand"));
    expect(none.words).toEqual([["call-1", { type: "choice", index: 0 }]]);
    expect(none.status).toBe("    Write 1 to 2 or skip.\n".repeat(4));
  });

  it("nobody where a flag answers the forms, or the input has ended", async () => {
    expect((await answered({ approve: "all", lines: ["1"] }, question(true))).words).toEqual(DISMISSED);
    expect((await answered({ approve: "none", lines: ["1"] }, question(true))).words).toEqual(DISMISSED);
    const ended = await answered({ lines: [] }, question(true));
    expect(ended).toMatchObject({ words: DISMISSED, status: expect.stringContaining("unanswered") as unknown });
  });

  it("its turn: forms and questions wait in the order of their calls", async () => {
    const { words } = await answered({ lines: ["run", "1"] }, waiting(), question(false, "Anna"));
    expect(words).toEqual([
      ["call-1", RUN],
      ["call-2", { type: "choice", index: 0 }],
    ]);
  });
});

describe("M2.4 the forms of a request", () => {
  it("are answered one by one, each with a word and values of its own", async () => {
    const { words, end } = await answered(
      { lines: ["content=two", "run", "run", "cancel"] },
      waiting(),
      waiting(),
      waiting(),
    );
    expect(words).toEqual([
      ["call-1", { type: "run", digest: "digest-1", edits: { content: "two" } }],
      ["call-2", RUN],
      ["call-3", CANCEL],
    ]);
    expect(end).toEqual({ type: "answered" });
  });

  it("are none where no call waits", async () => {
    const { end, words } = await answered({ lines: ["run"] }, { type: "announced" });
    expect([end, words]).toEqual([undefined, []]);
  });

  it("end as stopped where Ctrl-C came in place of a word", async () => {
    const { loop, stop, words } = loopWith([waiting(), waiting()]);
    let status = "";
    const end = await answerForms(loop, {
      approve: "ask",
      lines: typed(["ctrl-c"], stop),
      status: (text) => (status += text),
    });
    expect([end, words, status.includes("nobody")]).toEqual([{ type: "stopped" }, [], false]);
  });
});
