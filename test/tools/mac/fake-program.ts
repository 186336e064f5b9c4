import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tempFolder } from "../files/temp-home";

/** A program in the place of one of the system's: a script of Node's. Gives its path. */
export async function fakeProgram(script: string): Promise<string> {
  const file = join(await tempFolder(), "program");
  await writeFile(file, `#!${process.execPath}\n${script}`);
  await chmod(file, 0o755);
  return file;
}
