import type { ModelRequest, ToolOutcome } from "../../fakes/model-server/request";
import { wordDeltas, type Reply } from "../../fakes/model-server/reply";

/** The question of every run. */
export const QUESTION = "Open the first note and write down that I read it";

/** How many notes there are to open: one for each try, so that every effect names its call. */
export const NOTES = 20;

/**
 * A model that looks, opens a note, writes a file and answers. Where a call was not run it makes another, with a target
 * of its own; where the outcome is unknown it goes on without repeating, as it is told.
 */
export function respond({ toolResults }: ModelRequest): Reply {
  const next = toolCallFor(toolResults);
  if (next === undefined) return { text: wordDeltas("Both are done, as far as anybody can know."), deltaDelayMs: 5 };
  return { text: ["One ", "moment. "], deltaDelayMs: 5, toolCalls: next };
}

function toolCallFor(results: readonly ToolOutcome[]): Reply["toolCalls"] {
  if (!isDone(results, "list_folder")) {
    return [
      { name: "list_folder", input: { path: "~/Notes" } },
      { name: "search_files", input: { query: "note" } },
    ];
  }
  const tries = results.length;
  if (!isDone(results, "open_file")) return [{ name: "open_file", input: { path: `~/Notes/note-${tries}.txt` } }];
  if (!isDone(results, "create_file")) {
    return [{ name: "create_file", input: { path: `~/Notes/read-${tries}.txt`, content: "Read." } }];
  }
  return undefined;
}

function isDone(results: readonly ToolOutcome[], name: string): boolean {
  return results.some((result) => result.name === name && !result.content.startsWith("NOT run"));
}
