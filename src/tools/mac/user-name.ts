import { programLine } from "./program-line";

/** The full name of the person who is logged in, as macOS has it. Undefined where it does not tell. */
export function userName(signal: AbortSignal, program = "/usr/bin/id"): Promise<string | undefined> {
  return programLine(program, ["-F"], signal);
}
