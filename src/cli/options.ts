import { parseArgs } from "node:util";

/** What the command line of `ask` says. */
export type AskOptions = {
  question: string | undefined;
  /** Paths of the images that go along with it. */
  images: string[];
  /** Preferences by their names in the manifest, as the flags set them. */
  preferences: Record<string, string>;
  home: string | undefined;
  approve: "all" | "none" | "ask";
  /** The id of a chat, the newest one, or a new one. */
  chat: string;
  /** The model that a flag names. */
  model: string | undefined;
  /** Whether the chat is moved to what the flags name. */
  isSwitching: boolean;
  json: boolean;
  task: Task;
};

/** What `ask` is to do. All but the first answer nothing. */
export type Task =
  { type: "ask" } | { type: "help" } | { type: "check" } | { type: "list_tools" } | TurnToolTask | ChatTask;

/** To turn a tool off or on again. */
export type TurnToolTask = { type: "turn_tool"; tool: string; isOn: boolean };

/** Something about the stored chats. `chat` is an id, or `last`. */
export type ChatTask =
  | { type: "list_chats" }
  | { type: "search"; words: string }
  | { type: "export"; chat: string; format: "json" | "markdown" }
  | { type: "import"; file: string };

/** The command line is wrong; `message` says what to write instead. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What `--help` prints. */
export const USAGE = `ask: Orbit's agent in the terminal

  npm run ask -- [flags] ["question"]

Without a question it opens a chat in the terminal. Asking ends with 0 only when an answer came.

  --provider NAME      automatic (default: the first that works), anthropic or openai (any OpenAI-compatible server)
  --base-url URL       the server's address; without --provider it is an OpenAI-compatible one
  --model NAME         the model; without it a server's first that can use tools
  --context-window N   the tokens that the model holds, such as 32k, where its server does not tell
  --key-env NAME       the environment variable that holds the API key
  --home DIR           work on this folder as the home folder; chats are kept in it too
  --image FILE         send a PNG, JPEG, GIF or WebP image along with the question; can be given several times
  --approve WHAT       all: say yes to every form; none: say no; ask (default): ask here
  --chat WHICH         the id of a chat, last, or new (default)
  --switch             with --chat: go on with what the flags name, not with the model that the chat is with
  --json               print one event a line: route, text, tool_call, approval, question, tool_result, disclosure, notice, end

These do one thing and ask nothing; with --json they print data:
  --check              print who can answer with these flags, their models, and what helps the others; ends with 0 where
                       anybody can
  --list-tools         print the tools and what they may do
  --turn-off NAME      turn a tool off, in every chat
  --turn-on NAME       turn it on again
  --list-chats         print the chats, the one used last first
  --search WORDS       print the questions and answers that hold every word
  --export WHICH       print a chat (an id, or last) as JSON, with --markdown as a document to read
  --import FILE        add a chat that was exported as JSON
  --help               print this

Forms are answered by a line: run, cancel, or field=value to change a value first (\\n is a line break, \\\\ a backslash;
nothing after the = leaves out what can be left out). Questions are answered by a number, in words, or with skip.
In a chat: /new starts over, /retry runs the last request again, /switch MODEL goes on with another model of the same
provider, /switch PROVIDER/MODEL with one of another, /switch with what the flags name, /quit ends it.
Ctrl-C stops what is running or waiting; at the prompt of a chat it ends the chat.
`;

const FLAGS = {
  provider: { type: "string" },
  "base-url": { type: "string" },
  model: { type: "string" },
  "context-window": { type: "string" },
  "key-env": { type: "string" },
  home: { type: "string" },
  image: { type: "string", multiple: true },
  approve: { type: "string" },
  chat: { type: "string" },
  switch: { type: "boolean" },
  json: { type: "boolean" },
  check: { type: "boolean" },
  "list-tools": { type: "boolean" },
  "turn-off": { type: "string" },
  "turn-on": { type: "string" },
  "list-chats": { type: "boolean" },
  search: { type: "string" },
  export: { type: "string" },
  markdown: { type: "boolean" },
  import: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Parses the arguments of `ask`. Keys are read from `env`, never from the command line. Throws `UsageError`. */
export function parseOptions(args: string[], env: NodeJS.ProcessEnv): AskOptions {
  const { values, positionals } = parseFlags(args);
  const question = positionals.length === 0 ? undefined : positionals.join(" ");
  const images = values.image ?? [];
  if (images.length > 0 && question === undefined) throw new UsageError("--image goes with a question.");
  return {
    question,
    images,
    preferences: preferencesFrom(values, env),
    home: values.home,
    approve: approveFrom(values.approve ?? "ask"),
    chat: chatFrom(values),
    model: values.model,
    isSwitching: values.switch ?? false,
    json: values.json ?? false,
    task: taskFrom(values, question),
  };
}

function parseFlags(args: string[]) {
  const config = { args, options: FLAGS, allowPositionals: true } as const;
  // Checked before the strict parse, whose own messages speak of code.
  for (const token of parseArgs({ ...config, strict: false, tokens: true }).tokens) {
    if (token.kind === "option") checkFlag(token);
  }
  return parseArgs(config);
}

function checkFlag(token: {
  name: string;
  rawName: string;
  value: string | undefined;
  inlineValue: boolean | undefined;
}): void {
  const { name, rawName, value, inlineValue } = token;
  const flag = Object.entries(FLAGS).find(([known]) => known === name)?.[1];
  if (flag === undefined) {
    throw new UsageError(`There is no flag ${rawName}. A question that begins with a dash goes after another --.`);
  }
  if (flag.type === "boolean") {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value.`);
    return;
  }
  // A variable of the shell that is not set must not turn into a default: another server would get the question. Nor may
  // the next flag be taken for the value.
  const isNextFlag = inlineValue === false && value?.startsWith("-") === true;
  if (value === undefined || value.trim() === "" || isNextFlag) throw new UsageError(`${rawName} has no value.`);
}

type Flags = ReturnType<typeof parseFlags>["values"];

function chatFrom({ chat = "new", switch: isSwitching = false }: Flags): string {
  if (isSwitching && chat === "new") throw new UsageError("--switch goes with --chat: a new chat is with nobody yet.");
  return chat;
}

/** Two things at once, or a thing and a question, are more than one exit code can answer for. */
function taskFrom(flags: Flags, question: string | undefined): Task {
  if (flags.help === true) return { type: "help" };
  const tasks = givenTasks(flags);
  const [first, second] = tasks;
  if (flags.markdown === true && flags.export === undefined) throw new UsageError("--markdown goes with --export.");
  if (first === undefined) return { type: "ask" };
  if (second !== undefined) throw new UsageError("Only one of the flags that ask nothing can be given at a time.");
  if (question !== undefined) throw new UsageError("A question cannot go with a flag that asks nothing.");
  return first;
}

function givenTasks(flags: Flags): Task[] {
  const { search, "turn-off": off, "turn-on": on } = flags;
  const format = flags.markdown === true ? "markdown" : "json";
  return [
    ...(flags.check === true ? [{ type: "check" } as const] : []),
    ...(flags["list-tools"] === true ? [{ type: "list_tools" } as const] : []),
    ...(off === undefined ? [] : [{ type: "turn_tool", tool: off, isOn: false } as const]),
    ...(on === undefined ? [] : [{ type: "turn_tool", tool: on, isOn: true } as const]),
    ...(flags["list-chats"] === true ? [{ type: "list_chats" } as const] : []),
    ...(search === undefined ? [] : [{ type: "search", words: search } as const]),
    ...(flags.export === undefined ? [] : [{ type: "export", chat: flags.export, format } as const]),
    ...(flags.import === undefined ? [] : [{ type: "import", file: flags.import } as const]),
  ];
}

function preferencesFrom(flags: Flags, env: NodeJS.ProcessEnv): Record<string, string> {
  const given = flags.provider ?? "automatic";
  if (!["automatic", "anthropic", "openai"].includes(given)) {
    throw new UsageError(`--provider takes automatic, anthropic or openai, not "${given}".`);
  }
  const provider = given === "automatic" && flags["base-url"] !== undefined ? "openai" : given;
  const key = keyFrom(flags["key-env"], env);
  // Automatic takes the Anthropic API where it has a key, so that is what a key alone is for; a model may be anybody's.
  const prefix = provider === "openai" ? "openai" : "anthropic";
  return {
    provider,
    ...(flags["base-url"] !== undefined && { [`${prefix}BaseUrl`]: flags["base-url"] }),
    ...(flags.model !== undefined && { [`${prefix}Model`]: flags.model }),
    ...(flags.model !== undefined && provider === "automatic" && { openaiModel: flags.model }),
    ...(flags["context-window"] !== undefined && { contextWindow: flags["context-window"] }),
    ...(key !== undefined && { [`${prefix}ApiKey`]: key }),
  };
}

function keyFrom(name: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  if (name === undefined) return undefined;
  // Whoever gives the key itself must not see it in a message, or in a log of it.
  if (!/^[A-Z_][A-Z0-9_]*$/i.test(name)) {
    throw new UsageError("--key-env takes the name of an environment variable that holds the key, not the key.");
  }
  const key = Object.hasOwn(env, name) ? env[name] : undefined;
  if (key === undefined || key === "") throw new UsageError(`The environment variable ${name} is not set.`);
  return key;
}

function approveFrom(value: string): AskOptions["approve"] {
  if (value === "all" || value === "none" || value === "ask") return value;
  throw new UsageError(`--approve takes all, none or ask, not "${value}".`);
}
