import { ProviderError, type Destination, type NetworkFailure, type ProviderErrorDetail } from "./ports/provider-error";
import type { NoticeAction, NoticeRow } from "./chat/rows";
import { StoreError, type StoreErrorDetail } from "./ports/store";
import type { Limits } from "./limits";
import type { ClosingStep } from "./run/next-step";

/** What a notice says, and the buttons that help, the fitting one first. */
export type Notice = Pick<NoticeRow, "style" | "text" | "actions">;

/** The notice for anything that can end a run with a failure. */
export function failureNotice(error: unknown): Notice {
  if (error instanceof ProviderError) return providerNotice(error.detail);
  if (error instanceof StoreError) return failure(storeWords(error.detail), ...storeActions(error.detail));
  return failure("Something in Orbit went wrong that it did not expect. Try again.", "retry");
}

/** The model gave neither an answer nor a call. */
export const EMPTY_ANSWER: Notice = failure("The model sent back an empty answer. Try again.", "retry");
/** The model reached its output limit before it gave an answer or a call. */
export const EMPTY_ANSWER_CUT_OFF: Notice = failure(
  "The model used up its output limit before it answered. Try again, or ask for less at once.",
  "retry",
);
/** The person stopped the request. */
export const STOPPED: Notice = { style: "info", text: "Stopped.", actions: ["retry"] };
/** A chat was opened whose last request was not finished. */
export const INTERRUPTED: Notice = {
  style: "warning",
  text: "Orbit was closed before this request was finished.",
  actions: ["retry"],
};
/** The model declined the question, which is not sent again. */
export const REFUSED: Notice = { style: "warning", text: "The model declined to answer this request.", actions: [] };
/** The model declined after tools had run: what they returned stays in the history. */
export const REFUSED_AFTER_TOOLS: Notice = {
  style: "warning",
  text: "The model declined to go on with this request. A new chat starts over.",
  actions: ["new_chat"],
};
const CUT_OFF: Notice = {
  style: "warning",
  text: "The answer ends here because it reached the model's length limit.",
  actions: [],
};
/** The chat does not fit the model any more. */
export const CONTEXT_FULL: Notice = failure("This chat has grown too long for the model. Start a new one.", "new_chat");

/** What is said where a request ends with this step. */
export function closingNotice(step: ClosingStep, { maxCallsPerRequest }: Pick<Limits, "maxCallsPerRequest">): Notice {
  switch (step.type) {
    case "cut_off":
      return CUT_OFF;
    case "context_full":
      return CONTEXT_FULL;
    case "budget_reached":
      return budgetNotice(maxCallsPerRequest);
  }
}

function budgetNotice(maxCalls: number): Notice {
  const text = `Orbit stopped after ${maxCalls} tool calls. Ask for something narrower, or write what to go on with.`;
  return { style: "warning", text, actions: [] };
}

/** Parts of a stored chat could not be read. */
export function damagedNotice(rows: number): Notice {
  const [what, are] = rows === 1 ? ["One entry", "is"] : [`${rows} entries`, "are"];
  return { style: "warning", text: `${what} of this chat could not be read and ${are} missing here.`, actions: [] };
}

/** The database could not be opened; `path` is where it is now. */
export function setAsideNotice(path: string): Notice {
  const text = `Orbit's database was damaged. It is kept as ${path}, and a new one took its place without earlier chats.`;
  return { style: "warning", text, actions: [] };
}

/** A preference makes no sense and is not used. */
export function settingNotice(text: string): Notice {
  return { style: "warning", text, actions: ["open_settings"] };
}

function failure(text: string, ...actions: NoticeAction[]): Notice {
  return { style: "error", text, actions };
}

/** Never what the server or the network said: that may echo the person's content, and helps nobody. */
function providerNotice(detail: ProviderErrorDetail): Notice {
  switch (detail.type) {
    case "no_provider":
      return failure(
        "No model is set up yet. Enter an Anthropic key or a server's model in the preferences.",
        "open_settings",
        "retry",
      );
    case "not_supported_yet":
      return failure(
        "Orbit cannot use the Claude subscription yet. Choose the Anthropic API or a server in the preferences.",
        "open_settings",
        "retry",
      );
    case "missing_api_key":
      return failure(
        `${atStart(recipient(detail.destination))} wants an API key, and none is set.`,
        "open_settings",
        "retry",
      );
    case "invalid_api_key":
      return failure(`${atStart(recipient(detail.destination))} did not accept the API key.`, "open_settings", "retry");
    case "permission_denied":
      return failure(`This API key may not use the model "${detail.model}".`, "open_settings", "retry");
    case "billing":
      return failure("The provider reports a problem with payment or credit. Check your account there.", "retry");
    case "no_model":
      return failure("No model is chosen for the server. Enter one in the preferences.", "open_settings", "retry");
    case "model_not_found":
      return failure(modelNotFoundWords(detail.model, detail.destination), "open_settings", "retry");
    case "tools_not_supported":
      return failure(
        `The model "${detail.model}" cannot use tools. Choose one that can, such as gpt-oss or qwen3.`,
        "open_settings",
        "retry",
      );
    case "rate_limited":
      return failure(`Too many requests at once. Try again ${waitWords(detail.retryAfterMs)}.`, "retry");
    case "overloaded":
      return failure("The provider is overloaded just now. Try again in a moment.", "retry");
    case "server":
      return failure(`The provider had an error of its own (${detail.status}). Try again later.`, "retry");
    case "request_too_large":
      return failure(
        "The request is too large for the provider. Ask for less at once, or start a new chat.",
        "new_chat",
      );
    case "context_too_long":
      return CONTEXT_FULL;
    case "invalid_request":
      return failure("The provider refused the request. Check the model in the preferences.", "open_settings", "retry");
    case "invalid_base_url":
      return failure(
        "The server address in the preferences does not work. It should look like http://localhost:11434/v1.",
        "open_settings",
        "retry",
      );
    case "network":
      return networkNotice(detail.failure, detail.destination);
    case "incomplete_response":
      return failure("The answer broke off before it was complete. Try again.", "retry");
  }
}

function networkNotice(networkFailure: NetworkFailure, destination: Destination): Notice {
  const settings: NoticeAction[] = destination.type === "anthropic_api" ? [] : ["open_settings"];
  switch (networkFailure) {
    case "offline":
      return failure("There is no internet connection.", "retry");
    case "connection_lost":
      return failure(`The connection to ${recipient(destination)} broke. Try again.`, "retry");
    case "timed_out":
      return failure(`${atStart(recipient(destination))} does not answer. Try again.`, "retry");
    case "cannot_connect":
      return failure(cannotConnectWords(destination), "retry", ...settings);
    case "insecure":
      return failure(
        `There is no secure connection to ${recipient(destination)}. Check its certificate.`,
        "retry",
        ...settings,
      );
    case "other":
      return failure("The network failed. Try again.", "retry");
  }
}

function recipient(destination: Destination): string {
  switch (destination.type) {
    case "anthropic_api":
      return "the Anthropic API";
    case "this_mac":
      return `the server on this Mac (${destination.address})`;
    case "server":
      return `the server ${destination.address}`;
  }
}

/** Words that begin a sentence. */
function atStart(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function cannotConnectWords(destination: Destination): string {
  switch (destination.type) {
    case "anthropic_api":
      return "The Anthropic API cannot be reached. Check the internet connection.";
    case "this_mac":
      return `Nothing answers on this Mac at ${destination.address}. Start the server, such as Ollama or LM Studio, and try again.`;
    case "server":
      return `The server ${destination.address} cannot be reached. Check its address and the network.`;
  }
}

function modelNotFoundWords(model: string, destination: Destination): string {
  return destination.type === "this_mac"
    ? `The model "${model}" is not on this Mac. Download it in Ollama or LM Studio, or choose another.`
    : `The model "${model}" is not available. Choose another in the preferences.`;
}

function waitWords(retryAfterMs: number | undefined): string {
  if (retryAfterMs === undefined) return "in a moment";
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  if (seconds < 60) return seconds === 1 ? "in a second" : `in ${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? "in an hour" : `in ${hours} hours`;
}

/** What happened to the storage, and what helps. */
export function storeWords(detail: StoreErrorDetail): string {
  switch (detail.type) {
    case "locked":
      return "Another program holds Orbit's database, so the chat could not be read or saved. Close it and try again.";
    case "full":
      return "Orbit could not save the chat because the disk is full. Make room and try again.";
    case "corrupt":
      return "Orbit's database is damaged. Close and open Orbit: it sets the file aside and starts a new one.";
    case "vanished":
      return "Orbit could not save the chat because its database is gone. Close and open Orbit to make a new one.";
    case "not_writable":
      return "Orbit may not write to its own folder. Check the folder's permissions and try again.";
    case "chat_deleted":
      return "This chat was deleted, so nothing can be added to it. Start a new one.";
    case "call_moved":
      return "This request went on in another window. Close this chat and open it again to see it.";
    case "newer_version":
      return "A newer version of Orbit wrote the chats. Update Orbit to use them.";
    case "other":
      return "Orbit could not use its database. Try again.";
  }
}

/** Trying again is only offered where it can help: a database that is gone stays gone until Orbit opens anew. */
function storeActions(detail: StoreErrorDetail): NoticeAction[] {
  switch (detail.type) {
    case "locked":
    case "full":
    case "not_writable":
    case "other":
      return ["retry"];
    case "chat_deleted":
      return ["new_chat"];
    case "corrupt":
    case "vanished":
    case "call_moved":
    case "newer_version":
      return [];
  }
}
