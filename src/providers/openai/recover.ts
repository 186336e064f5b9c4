import { refusalWords } from "../http/error-words";
import type { Recovery } from "../http/recovery";
import type { StatusError } from "../http/status-error";

/** A field of a message that the server does not know: "messages.2.reasoning: Extra inputs are not permitted". */
const ECHO_REFUSED =
  /messages\W.*(?:reasoning|thinking_blocks)|(?:reasoning(?:_content|_details)?|thinking_blocks)\W*(?:was unexpected|in message)/s;

/** Servers word it in many ways that they, or this model, do not reason. */
const EFFORT_REFUSED = /reasoning|thinking/;

/** It may be the effort where nothing else is named. */
const UNKNOWN_FIELD = /unknown parameter|unrecognized request argument/;

/** Mistral's, Fireworks' and Azure's words among others (openai/openai-agents-python#442, FlowiseAI/Flowise#2866). */
const USAGE_REFUSED = /stream_options|include_usage/;

/** What may help after a server of Chat Completions refused a request. */
export function recoverOpenAI({ status, said, detail }: StatusError): Recovery[] {
  // A request that is too long gets through with anything left out, which says nothing about the server.
  if ((status !== 400 && status !== 422) || detail.type === "context_too_long") return [];
  const words = refusalWords(said);
  const namesUsage = USAGE_REFUSED.test(words);
  const recoveries: Recovery[] = [];
  if (ECHO_REFUSED.test(words.replaceAll("reasoning_effort", ""))) recoveries.push({ learn: { noThinkingEcho: true } });
  if (EFFORT_REFUSED.test(words) || (UNKNOWN_FIELD.test(words) && !namesUsage)) {
    recoveries.push({ learn: { noEffort: true } });
  }
  if (namesUsage) recoveries.push({ learn: { noUsage: true } });
  // Some refuse the reasoning without a word about it, or about anything else.
  if (detail.type === "invalid_request") recoveries.push({ learn: { noThinkingEcho: true }, isGuess: true });
  return recoveries;
}
