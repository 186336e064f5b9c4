import type { ToolOutcome } from "../model-server/request";
import { EarlyAnswer } from "./dialogue";

/** One item of a search or a folder list. `modified` as the tool writes it: `2026-03-12 09:15`. */
export type ListedItem = { path: string; name: string; isFolder: boolean; modified: string };

/** The items of a `search_files` or `list_folder` result; empty where it lists none. */
export function listedItems({ content }: ToolOutcome): ListedItem[] {
  return content.split("\n").flatMap((line) => {
    const match = /^- (.+?)(?: \(([^()]*)\))?$/.exec(line);
    if (match === null) return [];
    const [, path = "", details = ""] = match;
    const trimmed = path.replace(/\/$/, "");
    return [
      {
        path,
        name: trimmed.slice(trimmed.lastIndexOf("/") + 1),
        isFolder: path.endsWith("/"),
        modified: modifiedTime(details) ?? "",
      },
    ];
  });
}

/** The item that was changed last, of at least one. */
export function newest(items: readonly ListedItem[]): ListedItem {
  return items.reduce((latest, item) => (item.modified > latest.modified ? item : latest));
}

/** The time of change that a result states, to the minute. */
export function modifiedTime(text: string): string | undefined {
  return /(?:modified|changed)\D{0,20}(\d{4}-\d\d-\d\d[ T]\d\d:\d\d)/i.exec(text)?.[1]?.replace("T", " ");
}

/** The content that a `read_file` result holds; undefined where it holds none, because the file could not be read. */
export function fileContent({ content, isError }: ToolOutcome): string | undefined {
  const match = /<file_content[^>]*>\n?([\s\S]*)<\/file_content>/.exec(content);
  return isError ? undefined : match?.[1]?.trim();
}

/** What became of a call, as far as its result says it. The formats cannot all mark an error, so the words count too. */
export function outcomeKind({ content, isError }: ToolOutcome): "done" | "declined" | "failed" | "unknown" {
  const head = content.split("<file_content", 1).join("");
  if (/^[^"]*\b(said no|declined)\b/i.test(head)) return "declined";
  if (/^it is unknown\b/i.test(head)) return "unknown";
  const failed =
    isError || /^(error|invalid|not\b|no tool|there is (no|nothing)\b|could ?n[o']t|can ?n[o']t)/i.test(head);
  return failed ? "failed" : "done";
}

/** The outcome of a call that succeeded. Ends the dialogue with what went wrong where it did not. */
export function succeeded(outcome: ToolOutcome, task: string): ToolOutcome {
  switch (outcomeKind(outcome)) {
    case "done":
      return outcome;
    case "declined":
      throw new EarlyAnswer(`Nothing was changed: you said no, so I did not ${task}.`);
    case "failed":
      throw failure(outcome, task);
    case "unknown":
      throw uncertain(outcome, task);
  }
}

/** The line in which a tool confirms a change. Ends the dialogue where no line does: nothing is claimed then. */
export function confirmation(outcome: ToolOutcome, task: string): string {
  const lines = succeeded(outcome, task).content.split("\n");
  const line = lines.find((candidate) => /^\W*\b(created|saved|wrote|written|moved|opened)\b/i.test(candidate));
  if (line !== undefined) return line;
  if (/\b(not|cannot|already|nothing|only|too)\b/i.test(lines[0] ?? "")) throw failure(outcome, task);
  throw uncertain(outcome, task);
}

function failure(outcome: ToolOutcome, task: string): EarlyAnswer {
  return new EarlyAnswer(`I could not ${task}. ${reported(outcome)}`);
}

function uncertain(outcome: ToolOutcome, task: string): EarlyAnswer {
  return new EarlyAnswer(`I cannot tell whether I could ${task}. ${reported(outcome)}`);
}

/** The first line of a result, as a sentence about it. */
export function reported({ name, content }: ToolOutcome): string {
  return `${name} says: ${content.split("\n", 1).join("")}`;
}
