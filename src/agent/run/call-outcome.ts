import { withEdits } from "../history/call-result";
import type { CallMetrics, CallRow, CallState } from "../history/calls";
import { lowerFirst } from "../text/first-letter";
import { canonicalJson } from "../text/json";
import { RISKS } from "../tool/risk";
import type { ToolResult } from "../tool/tool";
import { modelMessage, ToolError, toolErrorSummary } from "../tool/tool-error";
import type { Settled } from "./deadline";

type Ran = Omit<Extract<CallState, { type: "result" }>, "type" | "at" | "ran" | "metrics">;

/** The state in which a call ends that was started, by how its work ended; `cap` cuts the text for the model. */
export function outcomeOf(
  call: CallRow,
  settled: Settled<ToolResult>,
  at: number,
  cap: (text: string) => string,
): CallState {
  const { changes } = RISKS[call.risk];
  const unknown = (reason: "timed_out" | "stopped" | "failed"): CallState => {
    return { type: "unknown", at, reason, metrics: metricsOf(call, at, "") };
  };
  const ran = (result: Ran): CallState => {
    const text = withEdits(call, result.text);
    return { type: "result", at, ran: true, ...result, text: cap(text), metrics: metricsOf(call, at, text) };
  };
  switch (settled.type) {
    case "done":
      return ran(reported(settled.value));
    case "timed_out":
      return changes ? unknown("timed_out") : ran(failed(new ToolError("timed_out", "")));
    case "stopped":
      if (changes) return unknown("stopped");
      return ran({ text: "The person stopped this call.", isError: true, summary: "Stopped", cancelled: true });
    case "failed": {
      const { error } = settled;
      // A tool that stopped waiting for an app does not know what the app did.
      if (changes && error instanceof ToolError && error.type === "timed_out") return unknown("timed_out");
      if (error instanceof ToolError) return ran(failed(error));
      return changes ? unknown("failed") : ran(UNEXPECTED);
    }
  }
}

function reported({ text, summary, card, isError: saysFailed, disclosures = [] }: ToolResult): Ran {
  const isError = saysFailed === true;
  return {
    text: text.trim() === "" ? "(The tool returned no text.)" : text,
    isError,
    summary: summary ?? (isError ? "Failed" : "Completed"),
    ...(card && { card }),
    ...(disclosures.length > 0 && { disclosures }),
  };
}

function failed(error: ToolError): Ran {
  return {
    text: modelMessage(error),
    isError: true,
    summary: toolErrorSummary(error),
    ...(error.disclosures.length > 0 && { disclosures: [...error.disclosures] }),
  };
}

/** What went wrong is not said: it may hold anything, and helps nobody. */
const UNEXPECTED: Ran = {
  text: "The tool failed for no reason it knows. Try another way, or tell the person.",
  isError: true,
  summary: "Did not work",
};

/** A form could not be made, so nothing runs. `word` is what the person had said to it, if it was shown at all. */
export function notPrepared(
  settled: { type: "failed"; error: unknown } | { type: "timed_out" },
  word: "none" | "yes" | "edited",
  at: number,
): CallState {
  const error = settled.type === "failed" ? settled.error : undefined;
  if (word === "edited" && error instanceof ToolError && error.type === "invalid_argument") {
    return invalidEdits(error.message, at, error);
  }
  const before = BEFORE_REFUSAL[word];
  if (error instanceof ToolError) {
    return notRun(before + modelMessage(error), `Not run: ${lowerFirst(toolErrorSummary(error))}`, at, error);
  }
  return settled.type === "timed_out"
    ? notRun(`${before}Checking the values took too long.`, "Not run: checking took too long", at)
    : notRun(`${before}Checking the values failed.`, "Not run: checking failed", at);
}

const BEFORE_REFUSAL = {
  none: "",
  yes: "The person said yes, but then the tool refused. ",
  edited: "The person edited the values and said yes, but then the tool refused. ",
};

/** The person edited the values to what the tool cannot take. */
export function invalidEdits(message: string, at: number, error?: ToolError): CallState {
  const text = `The person edited the values and said yes, but the values are not valid. ${message}`;
  return notRun(text, "Not run: the edited values are not valid", at, error);
}

/** Orbit answers for a tool that did not run. */
export function notRun(text: string, summary: string, at: number, error?: ToolError): CallState {
  const disclosures = error === undefined ? [] : [...error.disclosures];
  return {
    type: "result",
    at,
    text: `NOT run. ${text}`,
    isError: true,
    ran: false,
    summary,
    ...(disclosures.length > 0 && { disclosures }),
  };
}

function metricsOf({ input, editedInput, startedAt }: CallRow, at: number, text: string): CallMetrics {
  return {
    durationMs: at - (startedAt ?? at),
    inputBytes: byteLength(canonicalJson(editedInput ?? input)),
    outputBytes: byteLength(text),
  };
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
