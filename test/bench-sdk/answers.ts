/** A wire format that both Orbit and the packages speak. */
export type Format = "anthropic" | "openai";

/** What the model of the bench answers: text in many deltas, or a tool call whose arguments come in small fragments. */
export type Answer = { name: string; pieces: readonly string[] } & (
  { type: "text"; text: string } | { type: "call"; input: Readonly<Record<string, string>> }
);

/** What was made of an answer: its bytes alone, the text as it was shown and as it stood at the end, or a call's input. */
export type Outcome =
  { type: "bytes"; count: number } | { type: "text"; shown: string; whole: string } | { type: "call"; input: unknown };

/** The tool that calls are for. */
export const TOOL = {
  name: "write_file",
  description: "Writes a text file.",
  inputSchema: {
    type: "object" as const,
    properties: { path: { type: "string" as const }, content: { type: "string" as const } },
    required: ["path", "content"],
    additionalProperties: false,
  },
};

export const QUESTION = "Write it down.";

const TEXT_DELTAS = 20_000;
const FRAGMENT_LENGTH = 20;
const KILOBYTE = 1_000;

/** A line with what makes JSON harder to read: quotes, backslashes, brackets. */
const LINE = 'if (path === "C:\\\\notes") { log([path]); }\n';

/** Every answer, under the name that is asked for as the model. */
export const ANSWERS: readonly [text: Answer, smallCall: Answer, call: Answer, largeCall: Answer] = [
  textAnswer(),
  callAnswer(50),
  callAnswer(100),
  callAnswer(200),
];

/** Throws where an answer was read wrongly: a quick reader of something else is no use. */
export function check(answer: Answer, outcome: Outcome, format: Format): void {
  if (!isRight(answer, outcome, format)) throw new Error(`The answer "${answer.name}" was read wrongly.`);
}

function isRight(answer: Answer, outcome: Outcome, format: Format): boolean {
  switch (outcome.type) {
    case "bytes":
      return outcome.count === bodyOf(answer, format).length;
    case "text":
      return answer.type === "text" && outcome.shown === answer.text && outcome.whole === answer.text;
    case "call":
      return answer.type === "call" && JSON.stringify(outcome.input) === JSON.stringify(answer.input);
  }
}

function textAnswer(): Answer {
  const pieces = Array.from({ length: TEXT_DELTAS }, (_, index) => ` word${index}`);
  return { type: "text", name: "20,000 text deltas", pieces, text: pieces.join("") };
}

function callAnswer(kilobytes: number): Answer {
  const size = kilobytes * KILOBYTE;
  const withContent = (content: string) => ({ path: "notes.txt", content });
  const lengthWith = (content: string) => JSON.stringify(withContent(content)).length;
  const lines = LINE.repeat(Math.floor((size - lengthWith("")) / (lengthWith(LINE) - lengthWith(""))));
  const input = withContent(lines + "x".repeat(size - lengthWith(lines)));
  const pieces = JSON.stringify(input).match(new RegExp(`.{1,${FRAGMENT_LENGTH}}`, "g")) ?? [];
  return { type: "call", name: `tool call, ${kilobytes} KB`, pieces, input };
}

/** The whole body of an answer: ASCII alone, so its length is that of its bytes. */
export function bodyOf(answer: Answer, format: Format): string {
  return eventsOf(answer, format).join("");
}

/** The events of an answer's body. */
export function eventsOf(answer: Answer, format: Format): string[] {
  return format === "anthropic" ? messagesEvents(answer) : chatCompletionsEvents(answer);
}

/** As the reference has them: https://docs.claude.com/en/docs/build-with-claude/streaming. */
function messagesEvents({ type, name, pieces }: Answer): string[] {
  const isText = type === "text";
  const usage = { input_tokens: 10, output_tokens: 1 };
  const message = { id: "msg_1", type: "message", role: "assistant", model: name, content: [], stop_reason: null };
  const block = isText ? { type: "text", text: "" } : { type: "tool_use", id: "toolu_1", name: TOOL.name, input: {} };
  const events = [
    { type: "message_start", message: { ...message, stop_sequence: null, usage } },
    { type: "content_block_start", index: 0, content_block: block },
    ...pieces.map((piece) => ({
      type: "content_block_delta",
      index: 0,
      delta: isText ? { type: "text_delta", text: piece } : { type: "input_json_delta", partial_json: piece },
    })),
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: isText ? "end_turn" : "tool_use", stop_sequence: null },
      usage: { output_tokens: pieces.length },
    },
    { type: "message_stop" },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

/** As the reference has them: https://platform.openai.com/docs/api-reference/chat-streaming. */
function chatCompletionsEvents({ type, name, pieces }: Answer): string[] {
  const isText = type === "text";
  const chunk = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: name };
  const event = (delta: object, finishReason: string | null = null) =>
    `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta, finish_reason: finishReason }] })}\n\n`;
  const calls = (call: object) => ({ tool_calls: [{ index: 0, ...call }] });
  return [
    event(
      isText
        ? { role: "assistant", content: "" }
        : {
            role: "assistant",
            content: null,
            ...calls({ id: "call_1", type: "function", function: { name: TOOL.name, arguments: "" } }),
          },
    ),
    ...pieces.map((piece) => event(isText ? { content: piece } : calls({ function: { arguments: piece } }))),
    event({}, isText ? "stop" : "tool_calls"),
    "data: [DONE]\n\n",
  ];
}
