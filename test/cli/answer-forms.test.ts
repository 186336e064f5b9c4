import { describe, expect, it } from "vitest";
import type { CallRow, CallState } from "../../src/agent/history/calls";
import type { Decision } from "../../src/agent/loop";
import { answerForms, type FormAnswers } from "../../src/cli/answer-forms";
import { typed } from "./harness";
import { approval, callRow, waiting } from "./rows";

/** A loop in which these calls wait; a word settles its call. `stop` settles all, as Ctrl-C does. */
function loopWith(...states: CallState[]) {
  const calls = new Map(states.map((state, index) => [`call-${index + 1}`, callRow(state, `call-${index + 1}`)]));
  const words: [string, Decision][] = [];
  const settle = (call: CallRow) => calls.set(call.id, { ...call, state: { type: "expired", at: 0 } });
  return {
    words,
    stop: () => calls.forEach(settle),
    loop: {
      snapshot: () => ({
        header: undefined,
        rows: [],
        calls,
        status: "awaiting_approval" as const,
        coming: undefined,
        canRetry: false,
      }),
      decide: (id: string, decision: Decision) => {
        const call = calls.get(id);
        if (call?.state.type !== "awaiting_approval") return undefined;
        words.push([id, decision]);
        settle(call);
        return Promise.resolve({ type: "answered" as const });
      },
    },
  };
}

async function answered(answers: { approve?: FormAnswers["approve"]; lines?: string[] }, ...states: CallState[]) {
  const { loop, words } = loopWith(...states);
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
    const { loop, stop, words } = loopWith(waiting(), waiting());
    let status = "";
    const end = await answerForms(loop, {
      approve: "ask",
      lines: typed(["ctrl-c"], stop),
      status: (text) => (status += text),
    });
    expect([end, words, status]).toEqual([{ type: "stopped" }, [], ""]);
  });
});
