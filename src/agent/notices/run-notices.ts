import type { RouteMark } from "../history/marks";
import type { Limits } from "../limits";
import type { ClosingStep } from "../run/next-step";
import { permissionPlace, type PermissionKind } from "../tool/permission";
import { failure, type Notice } from "./notice";

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
export const CONTEXT_FULL: Notice = {
  ...failure("This chat has grown too long for the model. Start a new one.", "new_chat"),
  reason: "context_full",
};

/** The same for a chat that holds one question: a new chat would run into the same wall. */
export const QUESTION_TOO_LONG: Notice = failure(
  "This question and Orbit's tools together are too long for the model. Ask for less at once, turn off tools that you do " +
    "not need, or choose a model that can hold more.",
  "open_settings",
);

/** Damage took every question of the chat, so a request in it cannot go on. */
export const NO_QUESTION: Notice = failure("The questions of this chat are damaged, so this cannot go on. Ask anew.");

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

/** The same for a model whose provider runs the tools: it was told to answer with what it has. */
export function toolsStoppedNotice(maxCalls: number): Notice {
  const text = `Orbit ran no more tools after ${maxCalls} calls. Where the answer is incomplete, ask for something narrower.`;
  return { style: "warning", text, actions: [] };
}

/** A tool was refused because macOS does not let Orbit do what it takes. */
export function permissionNotice(permission: PermissionKind): Notice {
  const text = `macOS does not let Orbit do this yet. Allow Raycast in ${permissionPlace(permission)}, then ask again.`;
  return { style: "warning", text, actions: ["open_permission_settings"], reason: "permission", permission };
}

/** Parts of a stored chat could not be read. */
export function damagedNotice(rows: number): Notice {
  const [what, are] = rows === 1 ? ["One entry", "is"] : [`${rows} entries`, "are"];
  return { style: "warning", text: `${what} of this chat could not be read and ${are} missing here.`, actions: [] };
}

/** Another window is at work in the chat that was opened. */
export const ELSEWHERE: Notice = {
  style: "info",
  text: "Another window is at work in this chat. Until it is done, the chat can only be read here.",
  actions: [],
};

/** Another window has gone on with the chat since it was opened here, so it was read anew. */
export const MOVED_ON: Notice = {
  style: "info",
  text: "This chat has gone on in another window meanwhile. This is how it stands now.",
  actions: [],
};

/** The person has moved the chat to another model. */
export function switchedNotice({ recipient, model }: Pick<RouteMark, "recipient" | "model">): Notice {
  return { style: "info", text: `From here on, ${model} answers (${recipient}).`, actions: [] };
}

/** A preference makes no sense and is not used. */
export function settingNotice(text: string): Notice {
  return { style: "warning", text, actions: ["open_settings"] };
}
