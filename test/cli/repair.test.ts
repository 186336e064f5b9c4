import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { emptyChat } from "../../src/agent/chat/chat";
import { exportChat } from "../../src/agent/chat/export-chat";
import type { CallRow } from "../../src/agent/history/calls";
import type { Message } from "../../src/agent/history/messages";
import { runRepair } from "../../src/cli/run-repair";
import type { Asked } from "./harness";
import { spawnProgram } from "./spawned";

/** Runs `repair` on a file with this text. */
async function repair(content: string | object, args: string[] = ["chat.json"]): Promise<Asked> {
  const done: Asked = { code: -1, out: "", status: "" };
  done.code = await runRepair(args, {
    read: (file) =>
      file === "chat.json" || file === "-"
        ? Promise.resolve(typeof content === "string" ? content : JSON.stringify(content))
        : Promise.reject(new Error("ENOENT")),
    output: { out: (text) => void (done.out += text), status: (text) => void (done.status += text) },
  });
  return done;
}

const sent = ({ out }: Asked): unknown => JSON.parse(out);
const HELP = "See: npm run -s repair -- --help\n";
const LOST =
  "The result of this call was lost: it is unknown whether it was carried out. Do not repeat it on your own.";

const BROKEN = [
  { role: "user", content: "q" },
  { role: "assistant", content: [{ type: "tool_use", id: "functions.f:0", name: "f", input: {} }] },
  { role: "user", content: [{ type: "text", text: "next" }] },
];
const MENDED = [
  { role: "user", content: [{ type: "text", text: "q" }] },
  { role: "assistant", content: [{ type: "tool_use", id: "functions_f_0_8bfccb44", name: "f", input: {} }] },
  {
    role: "user",
    content: [
      { type: "tool_result", tool_use_id: "functions_f_0_8bfccb44", content: LOST, is_error: true },
      { type: "text", text: "next" },
    ],
  },
];

describe("C2 repair prints the Anthropic wire view", () => {
  it("of a list of messages, and says what it mended", async () => {
    const done = await repair(BROKEN);
    expect({ ...done, out: sent(done) }).toEqual({
      code: 0,
      out: { messages: MENDED },
      status: "Mended: ids of calls changed (1)\nMended: calls without a result answered (1)\n",
    });
  });

  it("of a request's body, and of the standard input", async () => {
    expect(sent(await repair({ model: "m", system: "s", messages: BROKEN }))).toEqual({ messages: MENDED });
    expect(sent(await repair(BROKEN, ["-"]))).toEqual({ messages: MENDED });
  });

  it("of what it printed, unchanged", async () => {
    const first = await repair(BROKEN);
    expect(await repair(first.out)).toEqual({ ...first, status: "Nothing had to be mended.\n" });
  });

  it("of the export of a chat, its marks applied, its calls told by their rows, foreign reasoning left out", async () => {
    const base = { requestId: "r", createdAt: 0 };
    const turn = { ...base, role: "assistant", model: "m", stopReason: { type: "end_turn" } } as const;
    const use = (id: string) => ({ type: "tool_use", id, name: "f", input: {}, rawInput: "{}" }) as const;
    const messages: Message[] = [
      // Rows of a store come in any order.
      {
        ...turn,
        id: "c",
        seq: 4,
        provider: "anthropic",
        content: [{ type: "thinking", text: "Hm.", signature: "s" }, use("y")],
      },
      { ...base, id: "a", seq: 1, role: "user", content: [{ type: "text", text: "q" }] },
      {
        ...turn,
        id: "b",
        seq: 2,
        provider: "openai",
        recipientKey: "openai@localhost:11434",
        content: [{ type: "thinking", text: "Hm.", field: "reasoning" }, use("x")],
      },
      { ...base, id: "refused", seq: 3, role: "user", content: [{ type: "text", text: "no" }] },
    ];
    const call: CallRow = {
      id: "call",
      requestId: "r",
      messageId: "b",
      index: 0,
      tool: "f",
      risk: "read",
      input: {},
      label: "",
      state: { type: "result", at: 0, text: "found", isError: false, ran: true, summary: "" },
    };
    const chat = emptyChat({ id: "c", title: "", createdAt: 0, updatedAt: 0, left: false });
    chat.messages = messages;
    chat.calls.set(call.id, call);
    chat.marks = [{ id: "m", type: "refused", messageId: "refused" }];
    const file = exportChat(chat);
    // What a person sees of it may be damaged.
    const done = await repair({ ...file, chat: { ...file.chat, rows: ["?"] } });
    expect(done).toMatchObject({ code: 0, status: "Nothing had to be mended.\n" });
    expect(sent(done)).toEqual({
      messages: [
        { role: "user", content: [{ type: "text", text: "q" }] },
        { role: "assistant", content: [{ type: "tool_use", id: "x", name: "f", input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "x", content: "found" }] },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "Hm.", signature: "s" },
            { type: "tool_use", id: "y", name: "f", input: {} },
          ],
        },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "y", content: LOST, is_error: true }] },
      ],
    });
  });

  it("of nothing where nothing is left", async () => {
    expect(sent(await repair([]))).toEqual({ messages: [] });
    expect(sent(await repair([{ role: "assistant", content: "a" }]))).toEqual({ messages: [] });
  });
});

describe("C2 repair of a file that an editor began with a mark", () => {
  it("reads what comes after it", async () => {
    expect(await repair("\uFEFF[]")).toMatchObject({ code: 0 });
  });
});

describe("C2 repair ends with 2 and prints no view where", () => {
  it.each<[string, string[], string | object, string]>([
    ["no file is named", [], "[]", "repair takes one file."],
    ["two are", ["chat.json", "b.json"], "[]", "repair takes one file."],
    ["a flag is unknown", ["--json"], "[]", "There is no flag --json."],
    ["the file is not there", ["none.json"], "[]", '"none.json" cannot be read.'],
    ["it is no JSON", ["chat.json"], "[", '"chat.json" is not JSON.'],
    [
      "it is something else",
      ["chat.json"],
      { a: 1 },
      "The file is neither an export of a chat nor a list of messages.",
    ],
    ["a message is none", ["chat.json"], ["a"], "Message 1 has no role and content."],
  ])("%s", async (_name, args, content, words) => {
    expect(await repair(content, args)).toEqual({ code: 2, out: "", status: `${words}\n${HELP}` });
  });
});

describe("C2 repair as a process", () => {
  it("reads a file, and the standard input", async () => {
    const folder = await mkdtemp(join(tmpdir(), "orbit-repair-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "chat.json");
    await writeFile(file, JSON.stringify(BROKEN));
    const piped = spawnProgram("src/cli/repair.ts", ["-"]);
    piped.typeAll(JSON.stringify(BROKEN));
    const done = await Promise.all([spawnProgram("src/cli/repair.ts", [file]).ended, piped.ended]);
    const expected = await repair(BROKEN);
    expect(done).toEqual([expected, expected]);
  });

  it("prints its help", async () => {
    const { code, out } = await repair("", ["--help"]);
    expect(code).toBe(0);
    expect(out).toMatch(/npm run -s repair -- FILE/);
  });
});
