import { refusalWords } from "../http/error-words";
import type { Recovery } from "../http/recovery";
import type { StatusError } from "../http/status-error";

/** Thinking that the API does not take back: of another account or model, or its history has changed since. */
const THINKING_REFUSED =
  /bound to a different conversation|thinking.*signature|signature.*thinking|thinking.*(?:cannot be modified|but found)/s;

const OPTIONAL_REFUSED =
  /anthropic-beta|fallbacks|display|eager_input_streaming|output_config|effort|adaptive|cache_control/;

/** What may help after the Messages API or a server like it refused a request; `official` tells which of the two. */
export function recoverAnthropic({ status, said }: StatusError, official: boolean): Recovery[] {
  // Who does not see the key says the same as who refuses it.
  if (status === 401 && !official) return [{ learn: { bearerKey: true } }];
  if (status !== 400 && status !== 422) return [];
  const words = refusalWords(said);
  const recoveries: Recovery[] = [];
  // First, since the complaint about thinking of another conversation names the beta header too.
  if (THINKING_REFUSED.test(words)) {
    recoveries.push({ learn: { noThinkingEcho: true }, event: { type: "history_thinking_stripped" } });
  }
  if (OPTIONAL_REFUSED.test(words)) {
    // The official API always takes the breakpoint after the system prompt.
    const noCache = !official && words.includes("cache_control");
    recoveries.push({ learn: { noOptional: true, ...(noCache && { noCacheControl: true }) } });
  }
  return recoveries;
}
