/** How many turns call a tool before the answer. */
export const TOOL_TURNS = 15;

/** The name of the file that a turn looks at: no two calls are the same. */
export function fileOf(turn: number): string {
  return `note-${turn}.txt`;
}
