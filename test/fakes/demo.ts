import { join } from "node:path";
import { runDemo } from "./demo-runner";

// npm run demo -- "a wish": `ask` on the scripted model and the demo home; without a wish an interactive chat. What is
// said here goes to stderr, so that the events of `--json` stay clean on stdout.
const ask = join(import.meta.dirname, "..", "..", "src", "cli", "ask.ts");

void runDemo({
  command: [process.execPath, "--import", "tsx", "--disable-warning=ExperimentalWarning", ask],
  args: process.argv.slice(2),
  say: (line) => process.stderr.write(`${line}\n`),
}).then((code) => {
  process.exitCode = code;
});
