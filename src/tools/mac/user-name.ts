import { runProgram } from "./run-program";

const DEADLINE_MS = 2_000;
/** No name is longer. */
const MAX_BYTES = 4_096;

/** The full name of the person who is logged in, as macOS has it. Undefined where it does not tell. */
export async function userName(signal: AbortSignal, program = "/usr/bin/id"): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  const onOutput = (chunk: Buffer) => {
    chunks.push(chunk);
    return Buffer.concat(chunks).length <= MAX_BYTES;
  };
  const end = await runProgram({ command: program, args: ["-F"], deadlineMs: DEADLINE_MS, signal, onOutput });
  if (end.outcome !== "exited" || end.code !== 0) return undefined;
  const name = Buffer.concat(chunks).toString().trim();
  return name === "" ? undefined : name;
}
