import { callStatus, type CallStatus } from "../history/call-status";
import type { CallRow } from "../history/calls";
import { imageKind } from "../images/image-words";
import { shortenLine } from "../text/shorten-line";
import type { Attachment } from "./attachments";
import type { Chat } from "./chat";
import { disclosureWords } from "./disclosure-words";
import type { AnswerRow, ChatRow } from "./rows";

const HEADING_CHARACTERS = 100;

/** The chat as a Markdown document for people: what was asked and answered, what was done, what was said. */
export function chatMarkdown(chat: Chat, { timeZone }: { timeZone: string }): string {
  const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone });
  const parts = chat.rows.flatMap((row) => rowMarkdown(row, chat.calls));
  return [`# ${line(chat.header.title)}`, `*${time.format(chat.header.createdAt)}*`, ...parts].join("\n\n") + "\n";
}

/** The blocks of one row; none where it has nothing to say. */
function rowMarkdown(row: ChatRow, calls: ReadonlyMap<string, CallRow>): string[] {
  switch (row.type) {
    case "user":
      return [...questionMarkdown(row.text), ...(row.attachments ?? []).map(attachmentMarkdown)];
    case "answer":
      return answerMarkdown(row);
    case "call": {
      const call = calls.get(row.callId);
      return call === undefined ? [] : [callMarkdown(call)];
    }
    case "notice":
      return [quote(row.text)];
    case "disclosure":
      return [quote(disclosureWords(row.items, row.recipient))];
    // One is a passing word, the other was not asked yet.
    case "progress":
    case "queued":
      return [];
  }
}

/** The question as a heading; one that does not fit on a line follows whole. */
function questionMarkdown(text: string): string[] {
  const heading = shortenLine(text, HEADING_CHARACTERS);
  return [`## ${line(heading)}`, ...(heading === text.trim() ? [] : [quote(text)])];
}

function attachmentMarkdown(attachment: Attachment): string {
  switch (attachment.type) {
    case "finder_selection": {
      const { paths, selectionTotal = 0, withheldCount = 0 } = attachment;
      const unnamed = Math.max(selectionTotal, paths.length + withheldCount) - paths.length;
      return `With: ${[...paths.map(code), ...(unnamed > 0 ? [`${unnamed} not named`] : [])].join(", ")}`;
    }
    case "selected_text":
      return `With: ${line(shortenLine(attachment.text, HEADING_CHARACTERS))}`;
    case "image":
      return `With: ${code(attachment.name ?? "an image")} (${imageKind(attachment)})`;
  }
}

function answerMarkdown({ text, status }: AnswerRow): string[] {
  const answer = text.trim() === "" ? [] : [closed(text)];
  switch (status) {
    case "complete":
      return answer;
    case "streaming":
    case "interrupted":
      return [...answer, "*(not finished)*"];
    case "stopped":
      return [...answer, "*(stopped)*"];
  }
}

const STATUS_WORDS: Record<CallStatus, string> = {
  running: "not finished",
  interrupted: "not finished",
  waiting: "not answered",
  completed: "done",
  failed: "failed",
  not_run: "not run",
  declined: "declined",
  cancelled: "stopped",
  expired: "not run",
  unknown: "outcome unknown",
};

function callMarkdown(call: CallRow): string {
  const summary = call.state.type === "result" ? `: ${line(call.state.summary)}` : "";
  return `- ${code(call.tool)} (${STATUS_WORDS[callStatus(call, { isRunning: false })]})${summary}`;
}

/** Text on one line, without any meaning for Markdown. */
function line(text: string): string {
  return text
    .trim()
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\`*_~[\]<>#|!&$]/g, "\\$&");
}

function quote(text: string): string {
  return text
    .trim()
    .split(/\r\n|[\n\r]/)
    .map((part) => `> ${line(part)}`.trimEnd())
    .join("\n");
}

/** Text as code within a line, whatever it holds. */
function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const space = /^`|`$/.test(text) ? " " : "";
  return `${fence}${space}${text.replaceAll(/\s+/g, " ")}${space}${fence}`;
}

/**
 * What a model wrote, so that it ends where it ends: a block of code that stays open, or HTML, would take in all that
 * follows. A fence within a list or a quotation may belong to it or not, so such an answer is quoted: a quotation ends
 * whatever was opened in it.
 */
function closed(text: string): string {
  const lines = text.split(/\r\n|[\n\r]/);
  if (lines.some((part) => /^[\s>]+(?:`{3}|~{3})/.test(part))) return lines.map((part) => `> ${part}`).join("\n");
  let fence: string | undefined;
  const parts = lines.map((part) => {
    if (fence === undefined) {
      fence = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(part)?.[0];
      return part.replace(ENDLESS_HTML, "$1\\<");
    }
    const end = /^(`{3,}|~{3,})[ \t]*$/.exec(part)?.[1];
    if (end?.startsWith(fence) === true) fence = undefined;
    return part;
  });
  return [...parts, ...(fence === undefined ? [] : [fence])].join("\n");
}

/** HTML that an empty line does not end. */
const ENDLESS_HTML = /^( {0,3})<(?=script|pre|style|textarea|[!?])/i;
