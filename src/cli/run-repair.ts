import { chatExportSchema, exportedImages } from "../agent/chat/export-chat";
import type { WireMessage } from "../agent/history/messages";
import { loadImages } from "../agent/images/load-images";
import type { ImageStore } from "../agent/ports/images";
import { isJsonObject, parseJson, type JsonValue } from "../agent/text/json";
import { historyView } from "../agent/wire/history-view";
import { repairMessages } from "../agent/wire/repair-messages";
import { decodeMessages, encodeMessages, NotMessagesError, OFFICIAL_API } from "../messages-api";
import { jsonText } from "./json-text";
import { UsageError } from "./options";
import type { Output } from "./print-events";

/** What `--help` prints. */
const USAGE = `repair: the history of a chat as the Anthropic API would get it

  npm run -s repair -- FILE

FILE is an export of a chat, or a JSON list of messages as the Anthropic API writes them; - reads the standard input.
Prints {"messages": [...]}, and on the standard error what was mended. No chat is changed.
`;

/** What `repair` reaches the world through. `read` gets a path, or - for the standard input. */
export type RepairIo = { read: (file: string) => Promise<string>; output: Output };

/** Runs `repair`. Gives the exit code: 0 where a view was printed, 2 where the command line or the file is wrong. */
export async function runRepair(args: readonly string[], { read, output }: RepairIo): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    output.out(USAGE);
    return 0;
  }
  try {
    const { history, images } = readHistory(await readFrom(fileFrom(args), read));
    const { messages, mended } = repairMessages(history, OFFICIAL_API.toolIds);
    output.out(jsonText({ messages: encodeMessages(await loadImages(messages, images), true) }));
    const lines = mended.map(({ what, count }) => `Mended: ${what} (${count})\n`);
    output.status(lines.join("") || "Nothing had to be mended.\n");
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof NotMessagesError)) throw error;
    output.status(`${error.message}\nSee: npm run -s repair -- --help\n`);
    return 2;
  }
}

function fileFrom(args: readonly string[]): string {
  const [file, ...more] = args;
  if (file === undefined || more.length > 0) throw new UsageError("repair takes one file.");
  if (file.startsWith("-") && file !== "-") throw new UsageError(`There is no flag ${file}.`);
  return file;
}

async function readFrom(file: string, read: RepairIo["read"]): Promise<JsonValue> {
  const text = await read(file).catch(() => {
    throw new UsageError(`"${file}" cannot be read.`);
  });
  // Some editors begin a file with a mark that JSON does not know.
  const value = parseJson(text.replace(/^\uFEFF/, ""));
  if (value === undefined) throw new UsageError(`"${file}" is not JSON.`);
  return value;
}

/** Of an export only what makes the history: the rest may be damaged. */
const exportSchema = chatExportSchema.pick({ images: true }).extend({
  chat: chatExportSchema.shape.chat.pick({ messages: true, calls: true, marks: true }),
});

/** A history, and where its images are. */
type History = { history: WireMessage[]; images: Pick<ImageStore, "read"> };

function readHistory(value: JsonValue): History {
  const list = isJsonObject(value) ? value["messages"] : value;
  if (Array.isArray(list)) return { history: decodeMessages(list), images: exportedImages(undefined) };
  const parsed = exportSchema.safeParse(value);
  if (!parsed.success) throw new UsageError("The file is neither an export of a chat nor a list of messages.");
  const { messages, calls, marks } = parsed.data.chat;
  const inOrder = messages.toSorted((a, b) => a.seq - b.seq);
  const chat = { messages: inOrder, calls: new Map(calls.map((call) => [call.id, call])), marks };
  return { history: historyView(chat, OFFICIAL_API), images: exportedImages(parsed.data.images) };
}
