import { describe, expect, it } from "vitest";
import type { AskEvent } from "../../src/cli/ask-events";
import { jsonPrinter, textPrinter, type Output } from "../../src/cli/print-events";
import { approval } from "./rows";

type Printer = (output: Output) => (event: AskEvent) => void;

function printed(printer: Printer, ...events: AskEvent[]): { out: string; status: string; both: string } {
  const texts = { out: "", status: "", both: "" };
  const write = (stream: "out" | "status") => (text: string) => {
    texts[stream] += text;
    texts.both += text;
  };
  events.forEach(printer({ out: write("out"), status: write("status") }));
  return texts;
}

const text = (value: string): AskEvent => ({ type: "text", text: value });
const END: AskEvent = { type: "end", end: "answered", chat: "chat", route: undefined, tools: [] };
const CALL: AskEvent = { type: "tool_call", id: "a", name: "read_file", label: "Reading a.txt…", input: {} };
const RESULT = {
  type: "tool_result",
  id: "a",
  name: "read_file",
  status: "completed",
  isError: false,
  text: "the whole file",
  summary: "Read a.txt",
} as const satisfies AskEvent;
const form = (changes: Partial<Extract<AskEvent, { type: "approval" }>> = {}): AskEvent => ({
  type: "approval",
  id: "a",
  name: "create_file",
  form: approval().form,
  shownAgain: false,
  ...changes,
});
const notice = (changes: Partial<Extract<AskEvent, { type: "notice" }>> = {}): AskEvent => ({
  type: "notice",
  style: "error",
  text: "It failed.",
  actions: ["retry"],
  ...changes,
});

describe("M2.4 ask in words", () => {
  it("keeps the answer on stdout and the rest on stderr", () => {
    const { out, status } = printed(textPrinter, CALL, RESULT, text("Forty "), text("euros."), END);
    expect(out).toBe("Forty euros.\n");
    expect(status).toBe("· Reading a.txt…\n✓ Read a.txt\n");
  });

  it("never begins a status line inside a line of the answer", () => {
    const { both } = printed(
      textPrinter,
      text("I will"),
      text(" look."),
      CALL,
      RESULT,
      text("Found.\n"),
      notice(),
      END,
    );
    expect(both).toBe("I will look.\n· Reading a.txt…\n✓ Read a.txt\nFound.\n! It failed.\n");
  });

  it("ends an answer with exactly one line break, before the next one begins", () => {
    expect(printed(textPrinter, text("One."), END, text("Two.\n"), END, END).out).toBe("One.\nTwo.\n");
  });

  it("takes a piece of only control characters for nothing", () => {
    expect(printed(textPrinter, text("One.\n"), text("\u001b"), END).both).toBe("One.\n");
  });

  it("marks what failed, and news apart from trouble", () => {
    const failed = { ...RESULT, status: "failed", isError: true, summary: "Not found" } as const;
    expect(printed(textPrinter, failed, notice({ style: "info", text: "Stopped." })).status).toBe(
      "✗ Not found\ni Stopped.\n",
    );
  });

  it("names the call that failed: it may be one of several that ran at once", () => {
    const other: AskEvent = { ...CALL, id: "b", label: "Reading b.pdf…" };
    const failed = { ...RESULT, status: "failed", id: "b", isError: true, summary: "Scanned, without text" } as const;
    expect(printed(textPrinter, CALL, other, failed, RESULT).status).toBe(
      "· Reading a.txt…\n· Reading b.pdf…\n✗ Reading b.pdf: Scanned, without text\n✓ Read a.txt\n",
    );
  });

  it("ticks nothing that the person declined", () => {
    const declined = { ...RESULT, status: "declined", summary: "Not run: you said no" } as const;
    expect(printed(textPrinter, declined).status).toBe("– Not run: you said no\n");
  });

  it.each([
    ["not_run", "✗ Reading a.txt: Ended"],
    ["cancelled", "– Reading a.txt: Ended"],
    ["expired", "– Reading a.txt: Ended"],
    ["unknown", "? Reading a.txt: Ended"],
  ] as const)("C6 marks a call that is %s, and names it", (status, line) => {
    expect(printed(textPrinter, CALL, { ...RESULT, status, summary: "Ended" }).status).toBe(
      `· Reading a.txt…\n${line}\n`,
    );
  });

  it("C7 shows a question with its choices, by the numbers that answer it", () => {
    const question = { text: "Which Anna?", choices: ["Anna\nMeyer", "Anna Sand"], freeText: false };
    expect(printed(textPrinter, { type: "question", id: "a", name: "ask_user", question }).status).toBe(
      "? Which Anna?\n    1  Anna Meyer\n    2  Anna Sand\n",
    );
  });

  it("C6 says of a field that it can be left out", () => {
    const due = {
      id: "due",
      label: "Due",
      value: "2026-03-01",
      kind: "date",
      editable: true,
      removable: true,
    } as const;
    expect(printed(textPrinter, form({ form: { ...approval().form, fields: [due] } })).status).toContain(
      "    Due (due, can be left out): 2026-03-01\n",
    );
  });

  it("says where the preferences are, which a notice speaks of", () => {
    expect(printed(textPrinter, notice({ actions: ["open_settings", "retry"] })).status).toBe(
      "! It failed.\n    In the terminal the preferences are flags: see --help.\n",
    );
  });

  it("P7 says who is asked", () => {
    const route: AskEvent = {
      type: "route",
      provider: "openai",
      model: "qwen3:8b",
      recipient: "the model on this Mac",
    };
    expect(printed(textPrinter, route, text("Hello.\n")).both).toBe(
      "· Asking the model on this Mac (qwen3:8b)…\nHello.\n",
    );
  });

  it("P7 says how to see what is wrong with each provider", () => {
    expect(printed(textPrinter, notice({ actions: ["check_setup"] })).status).toBe(
      "! It failed.\n    --check says how each provider stands.\n",
    );
  });

  it("shows a form whole: what will happen, each value, which can be changed by which name", () => {
    expect(printed(textPrinter, form()).status).toBe(
      [
        "? Create File",
        '    Orbit creates "a.txt" in ~.',
        "    Path (path): ~/a.txt",
        "    Content (content): one",
        "    Size: 3 bytes",
        "",
      ].join("\n"),
    );
  });

  it("shows a warning, and why a form comes again", () => {
    const { status } = printed(
      textPrinter,
      form({ form: { ...approval().form, warning: "It can run." }, shownAgain: true }),
    );
    expect(status).toContain("    Warning: It can run.\n");
    expect(status).toContain("has changed since you said yes");
  });

  it("lets no value of a form pass for a line of the form, or move the cursor", () => {
    const value = "one\n    Warning: none\n? Other Form\u001b[3A";
    const fields = [{ id: "content", label: "Con\ntent", value, kind: "multiline" as const, editable: true }];
    const { status } = printed(textPrinter, form({ form: { ...approval().form, fields } }));
    expect(status.split("\n").slice(2)).toEqual([
      "    Con tent (content): one",
      "          Warning: none",
      "      ? Other Form[3A",
      "",
    ]);
  });

  it("lets no name of a file pass for a status line", () => {
    const { status } = printed(textPrinter, { ...RESULT, summary: "Read a\n✓ Created b\u001b[1A" });
    expect(status).toBe("✓ Read a ✓ Created b[1A\n");
  });
});

describe("M2.4 ask --json", () => {
  it("prints one event a line on stdout, whatever is in it, and nothing else", () => {
    const events = [text("a\nb\u2028c\u001b"), CALL, form(), RESULT, notice(), END];
    const { out, status } = printed(jsonPrinter, ...events);
    expect(status).toBe("");
    const lines = out.split("\n");
    expect(lines.pop()).toBe("");
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(events);
  });
});

describe("C10 ask in words", () => {
  it("says what was sent beside the answer, not in it", () => {
    const items = [{ kind: "fileNames" as const, count: 3 }];
    const sent: AskEvent = { type: "disclosure", items, recipient: "Claude", text: "3 file names sent to Claude" };
    expect(printed(textPrinter, text("Three."), sent, END)).toMatchObject({
      out: "Three.\n",
      status: "i 3 file names sent to Claude\n",
    });
  });
});
