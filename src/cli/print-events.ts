import type { CallStatus } from "../agent/history/call-status";
import type { AskEvent, AskRoute } from "./ask-events";
import { terminalLine, terminalText } from "./terminal-text";

/** Where `ask` writes: the answer to `out`, what happens meanwhile to `status`. */
export type Output = { out: (text: string) => void; status: (text: string) => void };

type ResultEvent = Extract<AskEvent, { type: "tool_result" }>;

/** Who answers, in words. */
export function whoWords({ recipient, model }: AskRoute): string {
  return terminalLine(`${recipient} (${model})`);
}

/** Prints one event a line, as JSON. */
export function jsonPrinter({ out }: Output): (event: AskEvent) => void {
  return (event) => out(`${JSON.stringify(event)}\n`);
}

/** Prints for a person: the answer as it streams, and a line for everything else. */
export function textPrinter({ out, status }: Output): (event: AskEvent) => void {
  // Status lines may not begin in the middle of a line of the answer.
  let isInLine = false;
  /** What each call said it does, by its id: several run at once, and a failure must not leave open whose it is. */
  const labels = new Map<string, string>();
  const endLine = () => {
    if (isInLine) out("\n");
    isInLine = false;
  };
  return (event) => {
    if (event.type === "text") {
      const text = terminalText(event.text);
      out(text);
      if (text !== "") isInLine = !text.endsWith("\n");
      return;
    }
    endLine();
    if (event.type === "tool_call") labels.set(event.id, event.label);
    const lines = event.type === "tool_result" ? [resultLine(event, labels.get(event.id))] : statusLines(event);
    if (lines.length > 0) status(`${lines.join("\n")}\n`);
  };
}

/** What the call was is said where the summary only tells what became of it. */
function resultLine({ status, summary }: ResultEvent, label: string | undefined): string {
  const sign = SIGNS[status];
  const isNamed = sign !== "✓" && status !== "declined" && label !== undefined;
  const call = isNamed ? `${terminalLine(label).replace(/…$/, "")}: ` : "";
  return `${sign} ${call}${terminalLine(summary)}`;
}

/** `✓` is for what ran: a call that the person declined neither ran nor failed. */
const SIGNS: Record<CallStatus, string> = {
  running: "·",
  interrupted: "·",
  waiting: "·",
  completed: "✓",
  failed: "✗",
  not_run: "✗",
  declined: "–",
  cancelled: "–",
  expired: "–",
  unknown: "?",
};

function statusLines(event: Exclude<AskEvent, ResultEvent | { type: "text" }>): string[] {
  switch (event.type) {
    case "route":
      return [`· Asking ${whoWords(event)}…`];
    case "tool_call":
      return [`· ${terminalLine(event.label)}`];
    case "approval":
      return formLines(event);
    case "question":
      return questionLines(event);
    case "notice":
      return noticeLines(event);
    case "disclosure":
      return [`i ${terminalLine(event.text)}`];
    case "end":
      return [];
  }
}

function noticeLines({ style, text, actions }: Extract<AskEvent, { type: "notice" }>): string[] {
  return [
    `${style === "info" ? "i" : "!"} ${terminalLine(text)}`,
    ...(actions.includes("open_settings") ? ["    In the terminal the preferences are flags: see --help."] : []),
    ...(actions.includes("check_setup") ? ["    --check says how each provider stands."] : []),
    ...(actions.includes("switch_provider")
      ? ["    --switch goes on with the model that the flags name; in a chat, /switch does."]
      : []),
  ];
}

function questionLines({ question }: Extract<AskEvent, { type: "question" }>): string[] {
  const choices = question.choices.map((choice, index) => `    ${index + 1}  ${terminalLine(choice)}`);
  return [`? ${terminalLine(question.text)}`, ...choices];
}

function formLines({ form, shownAgain }: Extract<AskEvent, { type: "approval" }>): string[] {
  const fields = form.fields.map(({ id, label, value, editable, removable }) => {
    const shown = terminalText(value).replaceAll("\n", "\n      ");
    const name = removable === true ? ` (${id}, can be left out)` : ` (${id})`;
    return `    ${terminalLine(label)}${editable ? name : ""}: ${shown}`;
  });
  return [
    `? ${terminalLine(form.title)}`,
    `    ${terminalLine(form.message)}`,
    ...(shownAgain ? ["    Something in this form has changed since you said yes, so nothing was done yet."] : []),
    ...(form.warning === undefined ? [] : [`    Warning: ${terminalLine(form.warning)}`]),
    ...fields,
  ];
}
