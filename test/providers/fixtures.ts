import { existsSync, readdirSync, readFileSync } from "node:fs";

const FOLDER = "../shared/fixtures";

/** Why fixture tests do not run, for their title; empty where they do. */
export const WITHOUT_FIXTURES = existsSync(FOLDER) ? "" : ` (not run: no folder ${FOLDER})`;

export function readFixture(name: string): Buffer {
  return readFileSync(`${FOLDER}/${name}`);
}

export function readJsonFixture(name: string): unknown {
  return JSON.parse(readFixture(name).toString());
}

/** The names of the files in a folder of fixtures; none where there are no fixtures. */
export function fixtureNames(folder: string): string[] {
  return WITHOUT_FIXTURES === "" ? readdirSync(`${FOLDER}/${folder}`).sort() : [];
}

/** Bytes cut in two, in every way. */
export function splits(bytes: Uint8Array): Uint8Array[][] {
  return Array.from({ length: Math.max(0, bytes.length - 1) }, (_, at) => [
    bytes.subarray(0, at + 1),
    bytes.subarray(at + 1),
  ]);
}

/** Bytes in pieces of one size, the first of which may be shorter. */
export function piecesOf(bytes: Uint8Array, size: number, first = size): Uint8Array[] {
  const pieces = [bytes.subarray(0, first)];
  for (let at = first; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return pieces;
}
