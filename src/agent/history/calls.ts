import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { editsSchema, pendingApprovalSchema } from "../tool/approval";
import { disclosureSchema } from "../tool/disclosure";
import { resultCardSchema } from "../tool/result-card";
import { jsonObjectSchema } from "../text/json";
import { riskSchema } from "../tool/risk";

/** What a run of a tool cost: time without any waiting, UTF-8 bytes of the arguments and of the uncut text for the model. */
export const callMetricsSchema = z.object({
  durationMs: z.number(),
  inputBytes: z.number(),
  outputBytes: z.number(),
});

/** A question of the model's to the person; an answer is one of `choices`, or free text where that is allowed. */
export const askedQuestionSchema = z.object({
  text: z.string(),
  choices: z.array(z.string()),
  freeText: z.boolean(),
});

/**
 * Where a call stands. It only moves forward: announced → (awaiting_approval → approved | declined | expired) → intent →
 * result | unknown. The intent is stored before a call that can change something runs, so that after a crash no intent
 * means not run, and an intent without a result means that nobody knows.
 */
export const callStateSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("announced") }),
  z.object({
    type: z.literal("awaiting_approval"),
    since: z.number(),
    approval: pendingApprovalSchema,
    /** The decision that this takes back: the form is shown again, or Orbit was closed before it was acted on. */
    after: z.string().exactOptional(),
  }),
  /** A question instead of a form: what the person answers is the call's result. */
  z.object({ type: z.literal("awaiting_answer"), since: z.number(), question: askedQuestionSchema }),
  z.object({
    type: z.literal("approved"),
    at: z.number(),
    approval: pendingApprovalSchema,
    edits: editsSchema,
    /** When the form appeared that this is a word on. */
    since: z.number().exactOptional(),
    /** New for every decision, so that of two windows only the first one counts. */
    decision: z.string().exactOptional(),
  }),
  z.object({ type: z.literal("declined"), at: z.number(), decision: z.string().exactOptional() }),
  z.object({ type: z.literal("expired"), at: z.number(), after: z.string().exactOptional() }),
  /**
   * `by` is new for every attempt to run, so that two windows cannot both hold the same intent; `decision` is the one that
   * it carries out.
   */
  z.object({ type: z.literal("intent"), at: z.number(), by: z.string(), decision: z.string().exactOptional() }),
  z.object({
    type: z.literal("result"),
    at: z.number(),
    /** What the model gets. */
    text: z.string(),
    isError: z.boolean(),
    /** False where Orbit answered for the tool: it was refused, cut off, over the budget. */
    ran: z.boolean(),
    /** What the status row says. */
    summary: z.string(),
    card: resultCardSchema.exactOptional(),
    /** The person stopped the request while the tool looked: neither a success nor a failure. */
    cancelled: z.literal(true).exactOptional(),
    /** What of the person's the text holds. */
    disclosures: z.array(disclosureSchema).exactOptional(),
    metrics: callMetricsSchema.exactOptional(),
  }),
  z.object({
    type: z.literal("unknown"),
    at: z.number(),
    reason: z.enum(["timed_out", "stopped", "crashed", "failed"]),
    metrics: callMetricsSchema.exactOptional(),
  }),
]);

/** One tool call of the history, and all that is known of it: its status row, form, result and result card come from here. */
export const callRowSchema = z.object({
  id: z.string(),
  requestId: z.string(),
  /** The assistant message that made the call, and the call's position among that message's calls. */
  messageId: z.string(),
  index: z.number().int(),
  /** The tool's registered name, or the name that the model used where there is no such tool. */
  tool: z.string(),
  /** Of this call, which may be another than its tool's: see `review` of a tool. */
  risk: riskSchema,
  /** The arguments as the model made them, normalised. */
  input: jsonObjectSchema,
  /** The arguments that ran, where the person edited them: the model is told of them whatever came of it. */
  editedInput: jsonObjectSchema.exactOptional(),
  /** What the tool's `review` keeps for `prepare`. The model never gets it, and no edit changes it. */
  secret: jsonObjectSchema.exactOptional(),
  /** What the status row says while the call runs. */
  label: z.string(),
  /** Milliseconds since 1970; set when the person was first asked for their word. */
  askedAt: z.number().exactOptional(),
  /** Milliseconds since 1970; set when the tool starts. */
  startedAt: z.number().exactOptional(),
  state: callStateSchema,
});

/** See `callMetricsSchema`. */
export type CallMetrics = z.infer<typeof callMetricsSchema>;
/** See `askedQuestionSchema`. */
export type AskedQuestion = z.infer<typeof askedQuestionSchema>;
/** See `callStateSchema`. */
export type CallState = z.infer<typeof callStateSchema>;
/** One of the states; see `callStateSchema`. */
export type StateOf<Type extends CallState["type"]> = Extract<CallState, { type: Type }>;
/** See `callRowSchema`. */
export type CallRow = z.infer<typeof callRowSchema>;

/** True when nothing more will happen to the call: its result, or that there is none, is known. */
export function isSettled(call: CallRow): boolean {
  switch (call.state.type) {
    case "announced":
    case "awaiting_approval":
    case "awaiting_answer":
    case "approved":
    case "intent":
      return false;
    case "declined":
    case "expired":
    case "result":
    case "unknown":
      return true;
  }
}

/** A call that waits for the person: for a word on its form, or for an answer. */
export type WaitingCall = CallRow & { state: StateOf<"awaiting_approval" | "awaiting_answer"> };

/** True while the call waits for the person. */
export function waitsForPerson(call: CallRow): call is WaitingCall {
  return call.state.type === "awaiting_approval" || call.state.type === "awaiting_answer";
}

/** True while the call can go on without the person: announced ones and approved ones. */
export function canMove({ state }: CallRow): boolean {
  return state.type === "announced" || state.type === "approved";
}

/** Steps may be one save, as after a save that failed: so each state lists all that lie ahead, not just the next. */
const STATES_AHEAD: Record<CallState["type"], readonly CallState["type"][]> = {
  // A read that has started stays announced and only gets its time.
  announced: [
    "announced",
    "awaiting_approval",
    "awaiting_answer",
    "approved",
    "declined",
    "expired",
    "intent",
    "result",
    "unknown",
  ],
  // The form is shown again where something it showed has changed. A decision is stored before it is acted on.
  awaiting_approval: ["awaiting_approval", "approved", "declined", "expired", "result"],
  awaiting_answer: ["declined", "expired", "result"],
  approved: ["awaiting_approval", "expired", "intent", "result"],
  intent: ["result", "unknown"],
  declined: [],
  expired: [],
  result: [],
  unknown: [],
};

/**
 * True where a store may put `call` in the place of the `stored` one: it moves forward, or its state is the very same (the
 * save was repeated, or another field changed). So of two windows the first decision counts, only one runs the call, and
 * none tells it as not run that the other has started: an intent that another attempt made is another state.
 */
export function mayReplace(stored: CallRow, call: CallRow): boolean {
  return mayFollow(stored.state, call.state) || isDeepStrictEqual(stored.state, call.state);
}

function mayFollow(from: CallState, to: CallState): boolean {
  if (!STATES_AHEAD[from.type].includes(to.type)) return false;
  switch (from.type) {
    case "awaiting_approval":
      return to.type !== "approved" || isWordOn(from, to);
    case "approved":
      // What comes of a decision names it: a window that has not seen it has nothing to say any more.
      return to.type === "result" ? !to.ran : decisionBehind(to) === from.decision;
    case "intent":
      return to.type !== "result" || to.ran;
    default:
      return true;
  }
}

/** A form that has been shown again since takes no word that was given on the older one. */
function isWordOn(form: StateOf<"awaiting_approval">, { approval, since = 0 }: StateOf<"approved">): boolean {
  return approval.digest === form.approval.digest || since > form.since;
}

function decisionBehind(state: CallState): string | undefined {
  switch (state.type) {
    case "awaiting_approval":
    case "expired":
      return state.after;
    case "intent":
      return state.decision;
    default:
      return undefined;
  }
}
