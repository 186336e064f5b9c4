// Writes icons.ts from the enum in Raycast's own types: node test/host/api/generate-icons.mjs
// (@raycast/api carries no JavaScript; Raycast hands the values over when a command runs.)
import { readFileSync, writeFileSync } from "node:fs";

const types = readFileSync(new URL("../../../node_modules/@raycast/api/types/index.d.ts", import.meta.url), "utf8");
const body = /export declare enum Icon \{(.*?)\n\}/s.exec(types)?.[1];
if (!body) throw new Error("@raycast/api/types/index.d.ts has no enum Icon any more.");

const all = [...body.matchAll(/(@deprecated[^/]*\*\/\s*)?^\s*(\w+) = "([^"]+)"/gm)];
const members = all.filter(([, deprecated]) => !deprecated).map(([, , name, value]) => `  ${name}: "${value}",`);
const left = all.filter(([, deprecated]) => deprecated).map(([, , name]) => `  | "${name}"`);
const source = `// Written by generate-icons.mjs from the types of @raycast/api; do not edit.
import type * as Raycast from "@raycast/api";
import { enumValues } from "./enum-values";

type Deprecated =
${left.join("\n")};

/** Every icon of Raycast under its name; the deprecated ones are left out. */
export const Icon = enumValues<Omit<typeof Raycast.Icon, Deprecated>>({
${members.join("\n")}
});
`;
writeFileSync(new URL("./icons.ts", import.meta.url), source);
