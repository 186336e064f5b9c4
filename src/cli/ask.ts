import { openLineReader } from "./line-reader";
import { runAsk } from "./run-ask";

// npm run ask -- "a question": the agent in the terminal. The answer goes to stdout, what happens meanwhile to stderr.

// A reader that goes away (`| head`) ends the run; that is no fault.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => process.exit(1));

void runAsk(process.argv.slice(2), {
  env: process.env,
  output: { out: (text) => process.stdout.write(text), status: (text) => process.stderr.write(text) },
  openLines: (onInterrupt) => openLineReader(process.stdin, process.stderr, onInterrupt),
  onTerminate: (close) => {
    // What a shell gives for a program that such a signal ended.
    for (const [signal, code] of [
      ["SIGHUP", 129],
      ["SIGTERM", 143],
    ] as const) {
      process.once(signal, () => void close().finally(() => process.exit(code)));
    }
  },
}).then(async (code) => {
  // Node holds on to a connection that was given up while it was being made, for ten seconds.
  await Promise.all([process.stdout, process.stderr].map(written));
  process.exit(code);
});

/** Resolves when all that was written has gone out. */
function written(stream: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => stream.write("", () => resolve()));
}
