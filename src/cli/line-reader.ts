import { createInterface, type Interface } from "node:readline";

/** Reads what a person types, or what is piped in, line by line, for whoever asks first. */
export type LineReader = {
  /** The next line; undefined when the input has ended, or when Ctrl-C came instead of a line. */
  next(prompt: string): Promise<string | undefined>;
  /** Whether no line can come any more. */
  hasEnded(): boolean;
  close(): void;
};

/**
 * Reads lines from a stream. Lines that nobody has asked for yet wait, so that a pipe works like a person. The input is
 * left alone until the first line is asked for: it may belong to the script that runs this. `onInterrupt` is called on
 * Ctrl-C.
 */
export function openLineReader(
  input: NodeJS.ReadableStream & { isTTY?: boolean },
  output: NodeJS.WritableStream & { isTTY?: boolean },
  onInterrupt: () => void,
): LineReader {
  const lines: string[] = [];
  const waiting: ((line: string | undefined) => void)[] = [];
  const isTerminal = input.isTTY === true && output.isTTY === true;
  let hasEnded = false;
  let reader: Interface | undefined;

  const answerNobody = () => waiting.splice(0).forEach((resolve) => resolve(undefined));
  const interrupt = () => {
    if (isTerminal) dropTyped(reader, output);
    onInterrupt();
    answerNobody();
  };
  const open = (): Interface => {
    const opened = createInterface({ input, output, terminal: isTerminal });
    opened.on("line", (line) => {
      const resolve = waiting.shift();
      if (resolve === undefined) lines.push(line);
      else resolve(line);
    });
    opened.on("close", () => {
      hasEnded = true;
      answerNobody();
    });
    // A terminal in raw mode sends Ctrl-C as a key, a plain one as a signal.
    opened.on("SIGINT", interrupt);
    return opened;
  };

  process.on("SIGINT", interrupt);
  return {
    next(prompt) {
      reader ??= open();
      const line = lines.shift();
      if (line !== undefined || hasEnded) return Promise.resolve(line);
      if (isTerminal) {
        reader.setPrompt(prompt);
        reader.prompt();
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
    hasEnded: () => hasEnded,
    close: () => {
      process.off("SIGINT", interrupt);
      reader?.close();
    },
  };
}

/** Half a line that Ctrl-C came into must not stand in the next one. */
function dropTyped(reader: Interface | undefined, output: NodeJS.WritableStream): void {
  reader?.write(null, { ctrl: true, name: "e" });
  reader?.write(null, { ctrl: true, name: "u" });
  output.write("\n");
}
