import { chmod, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { SpotlightPrograms } from "../../../src/tools/files/file-services";
import { tempFolder } from "./temp-home";

/**
 * What the two programs do. `endless`: after its paths mdfind goes on with new ones;
 * `slow`: a path comes in two parts; `hang`: it never ends.
 */
type Behaviour = {
  status?: string;
  paths?: string[];
  endless?: string;
  slow?: boolean;
  hang?: boolean;
  exitCode?: number;
};

const SCRIPT = `const { appendFileSync, writeSync } = require("node:fs");
const behaviour = JSON.parse(require("node:fs").readFileSync(__dirname + "/behaviour.json", "utf8"));
const name = require("node:path").basename(__filename);
const argv = process.argv.slice(2);
appendFileSync(__dirname + "/calls.jsonl", JSON.stringify({ name, argv, env: Object.keys(process.env), pid: process.pid }) + "\\n");
if (name === "mdutil") {
  writeSync(1, argv[1] + ":\\n\\t" + behaviour.status + "\\n");
} else {
  for (const path of behaviour.paths) {
    const bytes = Buffer.from(path + "\\0");
    const half = behaviour.slow ? Math.floor(bytes.length / 2) : 0;
    writeSync(1, bytes.subarray(0, half));
    if (behaviour.slow) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    writeSync(1, bytes.subarray(half));
  }
  for (let index = 0; behaviour.endless; index += 1) writeSync(1, behaviour.endless + index + ".txt\\0");
  if (behaviour.hang) setInterval(() => undefined, 1000);
  else process.exitCode = behaviour.exitCode;
}
`;

const callSchema = z.object({ name: z.string(), argv: z.array(z.string()), env: z.array(z.string()), pid: z.number() });

/** Stand-ins for mdfind and mdutil, as programs, which record how they were called. */
export async function fakeSpotlight(behaviour: Behaviour) {
  const folder = await tempFolder();
  const programs: SpotlightPrograms = { mdfind: join(folder, "mdfind"), mdutil: join(folder, "mdutil") };
  // A #! line ends its program at the first space, and the folder of this project may have one.
  const node = join(folder, "node");
  await symlink(process.execPath, node);
  for (const path of Object.values(programs)) {
    await writeFile(path, `#!${node}\n${SCRIPT}`);
    await chmod(path, 0o755);
  }
  const defaults = { status: "Indexing enabled. ", paths: [], hang: false, exitCode: 0 };
  await writeFile(join(folder, "behaviour.json"), JSON.stringify({ ...defaults, ...behaviour }));
  const calls = async () => {
    const lines = (await readFile(join(folder, "calls.jsonl"), "utf8")).trim().split("\n");
    return lines.map((line) => callSchema.parse(JSON.parse(line)));
  };
  return { programs, calls };
}
