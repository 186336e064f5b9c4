import type { JsonValue } from "../agent/text/json";

type Upgrade = (kind: string, value: JsonValue) => JsonValue;

/** What makes the value of one version's row that of the next; the first is from version 1 to 2. */
const UPGRADES: readonly Upgrade[] = [
  // Version 2 brought fields that may be missing and new types of calls, rows and marks; what was there stayed as it is.
  (_kind, value) => value,
];

/** The version of the rows that this Orbit writes. A schema that reads an old row differently needs a new one. */
export const ROW_VERSION = UPGRADES.length + 1;

/** A value as the present version has it. Rows are upgraded when they are read, and written when they next change. */
export function upgradeRow(kind: string, version: number, value: JsonValue): JsonValue {
  return UPGRADES.slice(version - 1).reduce((current, upgrade) => upgrade(kind, current), value);
}
