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

/** Every way to cut bytes in two, or a sample of them; and all cuts at once. */
export function splits(bytes: Uint8Array, most: number): Uint8Array[][] {
  const step = Math.max(1, Math.ceil(bytes.length / most));
  const cuts: Uint8Array[][] = [];
  for (let at = 1; at < bytes.length; at += step) cuts.push([bytes.subarray(0, at), bytes.subarray(at)]);
  return cuts;
}

/** Bytes in pieces of one size. */
export function piecesOf(bytes: Uint8Array, size: number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return pieces;
}
