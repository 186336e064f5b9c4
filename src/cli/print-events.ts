import type { AskEvent } from "./ask-events";
import { terminalLine, terminalText } from "./terminal-text";

/** Where `ask` writes: the answer to `out`, what happens meanwhile to `status`. */
export type Output = { out: (text: string) => void; status: (text: string) => void };

/** Prints one event a line, as JSON. */
export function jsonPrinter({ out }: Output): (event: AskEvent) => void {
  return (event) => out(`${JSON.stringify(event)}\n`);
}

/** Prints for a person: the answer as it streams, and a line for everything else. */
export function textPrinter({ out, status }: Output): (event: AskEvent) => void {
  // Status lines may not begin in the middle of a line of the answer.
  let isInLine = false;
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
    const lines = statusLines(event);
    if (lines.length > 0) status(`${lines.join("\n")}\n`);
  };
}

function statusLines(event: Exclude<AskEvent, { type: "text" }>): string[] {
  switch (event.type) {
    case "tool_call":
      return [`· ${terminalLine(event.label)}`];
    case "approval":
      return formLines(event);
    case "tool_result":
      return [`${event.isError ? "✗" : "✓"} ${terminalLine(event.summary)}`];
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
