import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { runDecode } from "./run-decode";

// npm run -s decode -- anthropic|openai FILE: the turn of a captured stream goes to stdout as JSON.

// A reader that goes away (`| head`) ends the run; that is no fault.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => process.exit(1));

void runDecode(process.argv.slice(2), {
  read: (file) => (file === "-" ? buffer(process.stdin) : readFile(file)),
  output: { out: (words) => process.stdout.write(words), status: (words) => process.stderr.write(words) },
}).then((code) => {
  process.exitCode = code;
});
