import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import { applyChange, emptyChat } from "../../../src/agent/chat/chat";
import { chatMarkdown } from "../../../src/agent/chat/chat-markdown";
import type { ChatRow } from "../../../src/agent/chat/rows";
import type { CallState } from "../../../src/agent/history/calls";
import { everyChange, EVERY_STATE } from "../../store/every-change";
import { call, header, RESULT } from "../../store/sample-chat";
import { attached, pngOf } from "../support/sample-images";

const row = (seq: number) => ({ id: `row ${seq}`, seq, requestId: "r", createdAt: 0 });
const asks = (text: string): ChatRow => ({ ...row(1), type: "user", text });
const says = (text: string): ChatRow => ({ ...row(2), type: "answer", text, status: "complete" });

/** What a chat of these rows says below its title and date. */
function markdownOf(...rows: ChatRow[]): string {
  const text = chatMarkdown({ ...emptyChat(header("c")), rows }, { timeZone: "UTC" });
  return text.split("\n\n").slice(2).join("\n\n").trimEnd();
}

function callLine(state: CallState): string {
  const rows: ChatRow[] = [{ ...row(1), type: "call", callId: "c" }];
  const calls = new Map([["c", call("c", state)]]);
  return chatMarkdown({ ...emptyChat(header("c")), rows, calls }, { timeZone: "UTC" }).split("\n")[4] ?? "";
}

describe("C15 a chat as Markdown", () => {
  it("C15 says what was asked, done, answered and told, in the order of the rows", () => {
    const chat = emptyChat(header("unnamed"));
    for (const change of everyChange("every")) applyChange(chat, change);
    expect(chatMarkdown(chat, { timeZone: "Asia/Tokyo" })).toBe(
      `# Chat every

*21 September 2026 at 23:13*

## Find my invoices

With: \`~/a.pdf\`, 59 not named

Two invoices.

- \`create_file\` (done): Created totals.txt

> 2 file names sent to the script

> Orbit may not see your photos.
`,
    );
  });

  it("P9 names the images of a question, and has none of their bytes", () => {
    const image = { ...attached(pngOf(1_200, 800)), name: "a `b`.png" };
    const unnamed = attached(pngOf(3, 2));
    expect(markdownOf({ ...row(1), type: "user", text: "What?", attachments: [image, unnamed] })).toBe(
      "## What?\n\nWith: ``a `b`.png`` (PNG, 1200 × 800)\n\nWith: `an image` (PNG, 3 × 2)",
    );
  });

  it("C15 has a long question whole below its heading, and its attachments", () => {
    const question: ChatRow = {
      ...row(1),
      type: "user",
      text: `Sum # this\n\n${"very ".repeat(30)}well`,
      attachments: [{ type: "selected_text", text: "a `b`\nc" }],
    };
    const [heading, quoted, attachment] = markdownOf(question).split("\n\n");
    expect(heading).toMatch(/^## Sum \\# this very .*…$/);
    expect(quoted).toBe(`> Sum \\# this\n>\n> ${"very ".repeat(30)}well`);
    expect(attachment).toBe("With: a \\`b\\` c");
  });

  it.each([
    [{ paths: ["~/a.pdf"], selectionTotal: 3, withheldCount: 1 }, "With: `~/a.pdf`, 2 not named"],
    [{ paths: [], withheldCount: 2 }, "With: 2 not named"],
  ])("C15 counts what of a selection has no name there: %j", (selection, words) => {
    const question: ChatRow = {
      ...row(1),
      type: "user",
      text: "Hm?",
      attachments: [{ type: "finder_selection", ...selection }],
    };
    expect(markdownOf(question).split("\n\n").at(-1)).toBe(words);
  });

  it.each<[CallState, string]>([
    [EVERY_STATE.announced, "not finished"],
    [EVERY_STATE.awaiting_approval, "not answered"],
    [EVERY_STATE.declined, "declined"],
    [EVERY_STATE.expired, "not run"],
    [EVERY_STATE.intent, "not finished"],
    [EVERY_STATE.unknown, "outcome unknown"],
    [{ ...RESULT, isError: true, summary: "No *such* file" }, "failed): No \\*such\\* file"],
    [{ ...RESULT, ran: false, isError: true }, "not run): Created totals.txt"],
  ])("C15 tells how each call ended: %j", (state, words) => {
    expect(callLine(state)).toBe(`- \`create_file\` (${words.includes(")") ? words : `${words})`}`);
  });

  it.each([
    ["stopped", "Half\n\n*(stopped)*"],
    ["interrupted", "Half\n\n*(not finished)*"],
  ] as const)("C15 tells of an answer that did not end by itself: %s", (status, text) => {
    expect(markdownOf({ ...row(2), type: "answer", text: "Half", status })).toBe(text);
    expect(markdownOf({ ...row(2), type: "answer", text: " ", status })).toBe(text.slice("Half\n\n".length));
  });
});

describe("C15 an answer ends where it ends", () => {
  const parser = new MarkdownIt("commonmark");

  /** The level 2 headings of the document, as a reader of Markdown sees them. */
  function headings(markdown: string): string[] {
    const tokens = parser.parse(markdown, {});
    return tokens.flatMap(({ type, tag, level }, index) =>
      type === "heading_open" && tag === "h2" && level === 0 ? [tokens[index + 1]?.content ?? ""] : [],
    );
  }

  it.each([
    ["as it was where nothing stays open", "```js\n<pre>\n```\n\nDone.", "```js\n<pre>\n```\n\nDone."],
    ["with its code block closed", "So:\n````md\n```\n", "So:\n````md\n```\n\n````"],
    ["without taking code in a line for a block", "```a`b```", "```a`b```"],
    ["with the beginning of HTML as text", "<!-- note\n  <pre>\n<b>x</b>", "\\<!-- note\n  \\<pre>\n<b>x</b>"],
    ["quoted where a list may hold the block", "1. So:\n   ```\n   x", "> 1. So:\n>    ```\n>    x"],
  ])("C15 %s", (_, answer, expected) => {
    expect(markdownOf(says(answer))).toBe(expected);
    expect(headings(markdownOf(says(answer), asks("Next")))).toContain("Next");
  });

  it("C15 whatever is in it: the next question is a heading, and no question makes another", () => {
    const piece = fc.constantFrom(
      "```",
      "~~~",
      "````",
      "`",
      "\n",
      "\n\n",
      " ",
      "    ",
      "- ",
      "1. ",
      "> ",
      "x",
      "<!--",
      "<pre>",
      "-->",
      "<?",
      "\t",
      "\r",
      "[a]: ",
      "|",
      "---",
      "\\",
    );
    const text = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, text, (answer, question) => {
        const markdown = markdownOf(asks(`first ${question}`), says(answer), asks("last"));
        const found = headings(markdown);
        expect(found[0]?.startsWith("first")).toBe(true);
        expect(found.at(-1)).toBe("last");
        expect(headings(markdownOf(asks(`first ${question}`), asks("last")))).toHaveLength(2);
      }),
      { numRuns: 500 },
    );
  });
});
