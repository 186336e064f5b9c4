import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { runRepair } from "./run-repair";

// npm run -s repair -- FILE: the wire view of a stored history goes to stdout, what was mended to stderr.

// A reader that goes away (`| head`) ends the run; that is no fault.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => process.exit(1));

void runRepair(process.argv.slice(2), {
  read: (file) => (file === "-" ? text(process.stdin) : readFile(file, "utf8")),
  output: { out: (words) => process.stdout.write(words), status: (words) => process.stderr.write(words) },
}).then((code) => {
  process.exitCode = code;
});
