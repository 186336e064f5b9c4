import type { StopReason, TokenUsage, ToolUseBlock } from "../agent/history/messages";
import type { AssistantTurn } from "../agent/ports/provider";
import { jsonValueSchema, type JsonObject, type JsonValue } from "../agent/text/json";
import { decodeStream, type DecodedStream, type WireFormat } from "../stream-decoders";
import { UsageError } from "./options";
import type { Output } from "./print-events";

/** What `--help` prints. */
const USAGE = `decode: what Orbit makes of a captured answer of a server

  npm run -s decode -- anthropic|openai FILE

FILE is the body of a response as it came, such as curl --no-buffer saves it; - reads the standard input. Prints
{text, thinking, toolCalls: [{id, name, input | inputParseError}], stopReason, usage, error?}. With an error the rest is
what came before it. Nobody is asked and nothing is run.
`;

/** What `decode` reaches the world through. `read` gets a path, or - for the standard input. */
export type DecodeIo = { read: (file: string) => Promise<Uint8Array>; output: Output };

/** A call whose arguments were an object, or why they were none. */
type PrintedCall = { id: string; name: string } & ({ input: JsonObject } | { inputParseError: string });

/** What `decode` prints. */
type PrintedTurn = {
  text: string;
  thinking: string;
  toolCalls: PrintedCall[];
  stopReason: (typeof STOP_REASONS)[StopReason["type"]];
  usage: TokenUsage | null;
  error?: JsonObject;
};

const STOP_REASONS = {
  end_turn: "endTurn",
  tool_use: "toolUse",
  max_tokens: "maxTokens",
  stop_sequence: "stopSequence",
  refusal: "refusal",
  context_window_exceeded: "contextWindowExceeded",
  other: "other",
} as const satisfies Record<StopReason["type"], string>;

/**
 * Runs `decode`. Gives the exit code: 0 where the stream is a turn, 1 where Orbit would show an error, 2 where the command
 * line or the file is wrong.
 */
export async function runDecode(args: readonly string[], { read, output }: DecodeIo): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    output.out(USAGE);
    return 0;
  }
  try {
    const { format, file } = parseArguments(args);
    const bytes = await read(file).catch(() => {
      throw new UsageError(`"${file}" cannot be read.`);
    });
    const decoded = await decodeStream(format, bytes);
    output.out(`${JSON.stringify(printed(decoded), null, 2)}\n`);
    return "error" in decoded ? 1 : 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    output.status(`${error.message}\nSee: npm run -s decode -- --help\n`);
    return 2;
  }
}

function parseArguments(args: readonly string[]): { format: WireFormat; file: string } {
  const [format, file, ...more] = args;
  if (format !== "anthropic" && format !== "openai") throw new UsageError("The wire format is anthropic or openai.");
  if (file === undefined || more.length > 0) throw new UsageError("decode takes one file.");
  if (file.startsWith("-") && file !== "-") throw new UsageError(`There is no flag ${file}.`);
  return { format, file };
}

function printed(decoded: DecodedStream): PrintedTurn {
  if ("turn" in decoded) return printedTurn(decoded.turn);
  const { soFar, error, cause } = decoded;
  return {
    ...printedTurn(soFar),
    stopReason: "other",
    error: { ...error, ...(cause !== undefined && { cause: printable(cause) }) },
  };
}

function printedTurn({ content, stopReason, usage }: AssistantTurn): PrintedTurn {
  const joined = (type: "text" | "thinking") =>
    content.map((block) => (block.type === type && "text" in block ? block.text : "")).join("");
  return {
    text: joined("text"),
    thinking: joined("thinking"),
    toolCalls: content.filter((block) => block.type === "tool_use").map(printedCall),
    stopReason: STOP_REASONS[stopReason.type],
    usage: usage ?? null,
  };
}

function printedCall({ id, name, input, inputError }: ToolUseBlock): PrintedCall {
  return { id, name, ...(inputError === undefined ? { input } : { inputParseError: inputError }) };
}

/** What the server said of its error is the point of a report; an error of our own has its words. */
function printable(cause: unknown): JsonValue {
  return cause instanceof Error ? cause.message : jsonValueSchema.catch(null).parse(cause);
}
