import type { Mutant } from "../mutant";

const events = ["providers/http/event-stream.test.ts", "providers/cuts.test.ts"];
const transport = ["providers/http/stream-turn.test.ts", "providers/live-server.test.ts"];
const messagesRequest = ["providers/anthropic/encode-request.test.ts"];
const messagesStream = ["providers/anthropic/stream-decoder.test.ts"];
const chatRequest = ["providers/openai/encode-request.test.ts"];
const chatStream = ["providers/openai/stream-decoder.test.ts"];
const assembler = ["providers/openai/tool-call-assembler.test.ts"];
const decode = ["cli/decode.test.ts"];

/** Event streams, and both wire formats in both directions. */
export const FORMAT_MUTANTS: readonly Mutant[] = [
  {
    name: "P1 an event that the end of the body cuts off is lost",
    file: "providers/http/event-stream.ts",
    find: 'else parser.feed("\\n\\n");',
    replace: "",
    tests: events,
  },
  {
    name: "P1 an event without end fills the memory",
    file: "providers/http/event-stream.ts",
    find: "maxBufferSize: MAX_EVENT_LENGTH,",
    replace: "",
    tests: events,
  },
  {
    name: "P1 a character that the network cuts in two is lost",
    file: "providers/http/read-body.ts",
    find: "decoder.decode(value, { stream: true })",
    replace: "decoder.decode(value)",
    tests: ["providers/cuts.test.ts", "providers/http/event-stream.test.ts", "providers/live-server.test.ts"],
  },
  {
    name: "P1 [DONE] counts within other data",
    file: "providers/http/event-stream.ts",
    find: 'return data.trim() === "[DONE]";',
    replace: 'return data.startsWith("[DONE]");',
    tests: chatStream,
  },
  {
    name: "P1 a finished decoder waits for the end of the transfer",
    file: "providers/http/stream-turn.ts",
    find: "if (decoder.isFinished) break;",
    replace: "",
    tests: transport,
  },
  {
    name: "P2 the system prompt is not cached",
    file: "providers/anthropic/encode-request.ts",
    find: "...(features.promptCache && { cache_control: CACHE_CONTROL })",
    replace: "",
    tests: messagesRequest,
  },
  {
    name: "P2 a block brings back its cache breakpoint, the fifth",
    file: "providers/anthropic/encode-request.ts",
    find: 'Object.entries(value).filter(([name]) => name !== "cache_control")',
    replace: "Object.entries(value)",
    tests: messagesRequest,
  },
  {
    name: "P2 optional fields go to compatible servers",
    file: "providers/anthropic/features.ts",
    find: "eagerToolInput: official && optional,",
    replace: "eagerToolInput: optional,",
    tests: messagesRequest,
  },
  {
    name: "P2 an effort goes to models that take none",
    file: "providers/anthropic/features.ts",
    find: "effort: optional && WITH_EFFORT.test(model) ? effort : undefined,",
    replace: "effort: optional ? effort : undefined,",
    tests: messagesRequest,
  },
  {
    name: "P2 unsigned thinking goes to the official API",
    file: "providers/anthropic/encode-request.ts",
    find: "|| (official && block.signature === undefined)",
    replace: "",
    tests: messagesRequest,
  },
  {
    name: "P2 results come after the person's words",
    file: "providers/anthropic/encode-request.ts",
    find: '...content.filter((block) => block["type"] === "tool_result"),\n      ...content.filter((block) => block["type"] !== "tool_result"),',
    replace:
      '...content.filter((block) => block["type"] !== "tool_result"),\n      ...content.filter((block) => block["type"] === "tool_result"),',
    tests: messagesRequest,
  },
  {
    name: "P2 the marker of a fallback stays in the turn",
    file: "providers/anthropic/stream-decoder.ts",
    find: 'position > lastSwitch || draft.type === "text"',
    replace: "position > -2 - lastSwitch",
    tests: [...messagesStream, "providers/anthropic/fixtures.test.ts"],
  },
  {
    name: "P2 a second start of the same message discards the first",
    file: "providers/anthropic/stream-decoder.ts",
    find: "if (id === this.messageId) return;",
    replace: "",
    tests: messagesStream,
  },
  {
    name: "P2 the blocks of two messages are mixed",
    file: "providers/anthropic/stream-decoder.ts",
    find: "this.drafts = [];\n",
    replace: "",
    tests: messagesStream,
  },
  {
    name: "P2 a message that was shown is taken back",
    file: "providers/anthropic/stream-decoder.ts",
    find: 'if (this.committed) throw incomplete("two messages in one body");',
    replace: "",
    tests: messagesStream,
  },
  {
    name: "P2 an input that came whole at the block's start is lost",
    file: "providers/anthropic/block-draft.ts",
    find: 'return json === "" ? startInput : json;',
    replace: "return json;",
    tests: messagesStream,
  },
  {
    name: "P2 usage is added up",
    file: "providers/anthropic/stream-decoder.ts",
    find: 'output: countOf(member(usage, "output_tokens")) ?? this.usage?.output ?? 0,',
    replace: 'output: (countOf(member(usage, "output_tokens")) ?? 0) + (this.usage?.output ?? 0),',
    tests: messagesStream,
  },
  {
    name: "P2 an unknown block is forgotten",
    file: "providers/anthropic/block-draft.ts",
    find: 'if (draft.json === "") return { type: "opaque", value: draft.value };',
    replace: 'if (draft.json === "") return { type: "text", text: "" };',
    tests: messagesStream,
  },
  {
    name: "P2 an error event is skipped",
    file: "providers/anthropic/stream-decoder.ts",
    find: "this.throwError(event, name);",
    replace: "",
    tests: messagesStream,
  },
  {
    name: "P3 reasoning of a finished turn goes back",
    file: "providers/openai/encode-request.ts",
    find: "encodeAssistantMessage(message.content, position > loopStart)",
    replace: "encodeAssistantMessage(message.content, position >= 0)",
    tests: chatRequest,
  },
  {
    name: "P3 reasoning goes back in another field",
    file: "providers/openai/encode-request.ts",
    find: 'reasoning[block.field] = (reasoning[block.field] ?? "") + block.text;',
    replace: 'reasoning["reasoning"] = (reasoning["reasoning"] ?? "") + block.text;',
    tests: chatRequest,
  },
  {
    name: "P3 arguments that are no object go back as they were written",
    file: "providers/openai/encode-request.ts",
    find: "isJsonObject(parseJson(call.rawInput)) ? call.rawInput : canonicalJson(call.input)",
    replace: "call.rawInput ?? canonicalJson(call.input)",
    tests: chatRequest,
  },
  {
    name: "P3 a call's signature does not go back",
    file: "providers/openai/encode-request.ts",
    find: "    ...call.extra,\n",
    replace: "",
    tests: chatRequest,
  },
  {
    name: "P3 a known id starts another call",
    file: "providers/openai/tool-call-assembler.ts",
    find: "if (known !== undefined) return known;",
    replace: "",
    tests: assembler,
  },
  {
    name: "P3 a new id on a taken index goes to the call before",
    file: "providers/openai/tool-call-assembler.ts",
    find: "if (id !== undefined && name !== undefined) return start(fragment);",
    replace: "",
    tests: assembler,
  },
  {
    name: "P3 a call that was cut off runs",
    file: "providers/openai/finish-reason.ts",
    find: 'if (CUT.includes(word)) return { type: "max_tokens" };',
    replace: "",
    tests: chatStream,
  },
  {
    name: "P3 an error inside the stream is an answer",
    file: "providers/openai/stream-decoder.ts",
    find: "if (error !== undefined) throw streamError(error);",
    replace: "",
    tests: chatStream,
  },
  {
    name: "P3 a usage of odd types is an error",
    file: "providers/openai/stream-decoder.ts",
    find: "if (prompt === undefined && output === undefined) return undefined;",
    replace: 'if (prompt === undefined && output === undefined) throw new Error("usage");',
    tests: chatStream,
  },
  {
    name: "P10 a failed stream ends with 0",
    file: "cli/run-decode.ts",
    find: 'return "error" in decoded ? 1 : 0;',
    replace: "return 0;",
    tests: decode,
  },
  {
    name: "P10 what came before an error is not printed",
    file: "cli/run-decode.ts",
    find: '    ...printedTurn(soFar),\n    stopReason: "other",',
    replace: '    ...printedTurn({ ...soFar, content: [] }),\n    stopReason: "other",',
    tests: decode,
  },
  {
    name: "P10 an input that is no object is printed as one",
    file: "cli/run-decode.ts",
    find: "...(inputError === undefined ? { input } : { inputParseError: inputError })",
    replace: "input",
    tests: decode,
  },
  {
    name: "P10 the cut of the context window is told as another stop",
    file: "cli/run-decode.ts",
    find: 'context_window_exceeded: "contextWindowExceeded",',
    replace: 'context_window_exceeded: "other",',
    tests: decode,
  },
];
