import { runProgram } from "./run-program";

const DEADLINE_MS = 2_000;
/** No name and no setting is longer. */
const MAX_BYTES = 4_096;

/** What a program of the system writes, as one trimmed text; undefined where it fails, says nothing or far too much. */
export async function programLine(command: string, args: string[], signal: AbortSignal): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  const onOutput = (chunk: Buffer) => {
    chunks.push(chunk);
    return Buffer.concat(chunks).length <= MAX_BYTES;
  };
  const end = await runProgram({ command, args, deadlineMs: DEADLINE_MS, signal, onOutput });
  if (end.outcome !== "exited" || end.code !== 0) return undefined;
  return Buffer.concat(chunks).toString().trim() || undefined;
}
