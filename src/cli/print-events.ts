import type { AskEvent } from "./ask-events";
import { terminalLine, terminalText } from "./terminal-text";

/** Where `ask` writes: the answer to `out`, what happens meanwhile to `status`. */
export type Output = { out: (text: string) => void; status: (text: string) => void };

type ResultEvent = Extract<AskEvent, { type: "tool_result" }>;

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

/** `✓` is for what ran: a call that the person declined neither ran nor failed. */
function resultLine({ state, isError, summary }: ResultEvent, label: string | undefined): string {
  if (state === "declined") return `– ${terminalLine(summary)}`;
  if (!isError) return `✓ ${terminalLine(summary)}`;
  const call = label === undefined ? "" : `${terminalLine(label).replace(/…$/, "")}: `;
  return `✗ ${call}${terminalLine(summary)}`;
}

function statusLines(event: Exclude<AskEvent, ResultEvent | { type: "text" }>): string[] {
  switch (event.type) {
    case "tool_call":
      return [`· ${terminalLine(event.label)}`];
    case "approval":
      return formLines(event);
    case "notice":
      return [
        `${event.style === "info" ? "i" : "!"} ${terminalLine(event.text)}`,
        ...(event.actions.includes("open_settings")
          ? ["    In the terminal the preferences are flags: see --help."]
          : []),
      ];
    case "end":
      return [];
  }
}

function formLines({ form, shownAgain }: Extract<AskEvent, { type: "approval" }>): string[] {
  const fields = form.fields.map(({ id, label, value, editable }) => {
    const shown = terminalText(value).replaceAll("\n", "\n      ");
    return `    ${terminalLine(label)}${editable ? ` (${id})` : ""}: ${shown}`;
  });
  return [
    `? ${terminalLine(form.title)}`,
    `    ${terminalLine(form.message)}`,
    ...(shownAgain ? ["    Something in this form has changed since you said yes, so nothing was done yet."] : []),
    ...(form.warning === undefined ? [] : [`    Warning: ${terminalLine(form.warning)}`]),
    ...fields,
  ];
}
