import * as fc from "fast-check";
import type { ContentBlock, StopReason } from "../../../../src/agent/history/messages";
import { ProviderError, type ProviderErrorDetail } from "../../../../src/agent/ports/provider-error";
import { deltas, ends, toolUse, type ScriptedCall, type Step } from "../scripted-provider";
import { WAYS, type Way } from "./tools";

/** What the model does when it is asked. `key` is new for each request; `typed` is the question that it answers. */
export type Turn = {
  words: string;
  steps: (key: string, typed: string) => Step[];
  /** False where the request fails before anything of it has left this Mac. */
  leaves: boolean;
  /** False where the chat is not bound to whom it was sent to. */
  binds: boolean;
  hangs: boolean;
};

type Call = { words: string; make: (key: string, typed: string) => ScriptedCall };

const SERVER = { type: "server", address: "server" } as const;

const FAILURES: readonly { detail: ProviderErrorDetail; leaves: boolean }[] = [
  ...(
    [
      { type: "invalid_api_key", destination: SERVER },
      { type: "permission_denied", model: "m" },
      { type: "not_in_subscription", model: "m" },
      { type: "billing" },
      { type: "model_not_found", model: "m", destination: SERVER },
      { type: "tools_not_supported", model: "m" },
      { type: "rate_limited" },
      { type: "usage_limit" },
      { type: "overloaded" },
      { type: "server", status: 500 },
      { type: "request_too_large" },
      { type: "context_too_long" },
      { type: "invalid_request" },
      { type: "images_refused", cannotSee: true },
      { type: "images_refused", cannotSee: false },
      { type: "images_refused", cannotSee: false, place: { message: 0, block: 1 } },
      { type: "images_refused", cannotSee: false, atMost: 1 },
      { type: "invalid_base_url" },
      { type: "network", failure: "connection_lost", destination: SERVER },
      { type: "network", failure: "timed_out", destination: SERVER },
      { type: "incomplete_response" },
    ] as const
  ).map((detail) => ({ detail, leaves: true })),
  ...(
    [
      { type: "missing_api_key", destination: { type: "anthropic_api" } },
      { type: "no_model" },
      { type: "unencrypted_address", address: "server" },
      { type: "network", failure: "offline", destination: SERVER },
      { type: "network", failure: "cannot_connect", destination: SERVER },
    ] as const
  ).map((detail) => ({ detail, leaves: false })),
];

const STOP_REASONS: readonly StopReason[] = [
  { type: "max_tokens" },
  { type: "context_window_exceeded" },
  { type: "stop_sequence" },
  { type: "other", value: "pause" },
];

const turn = (words: string, steps: Turn["steps"], more: Partial<Turn> = {}): Turn => ({
  words,
  steps,
  leaves: true,
  binds: true,
  hangs: false,
  ...more,
});

/** What the model does where nothing else is planned. */
export const ANSWER = turn("answers", (key) => [...deltas(["Answer ", key]), ends([text(`Answer ${key}`)])]);

const way = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Way>("works") },
  { weight: 3, arbitrary: fc.constantFrom(...WAYS) },
);

const plainCall = fc
  .record({ tool: fc.constantFrom("look", "look", "open", "delete"), how: way })
  .map(({ tool, how }): Call => ({
    words: how === "works" ? tool : `${tool} that ${how}`,
    make: (key) => ({ id: key, name: tool, input: { key, way: how } }),
  }));

const writeCall = fc
  .record({ how: way, typed: fc.constantFrom("nothing", "this", "other") })
  .map(({ how, typed }): Call => ({
    words: `write${how === "works" ? "" : ` that ${how}`}${typed === "nothing" ? "" : ` with ${typed} typed`}`,
    make: (key, question) => ({
      id: key,
      name: "write",
      input: {
        key,
        way: how,
        text: "new",
        ...(typed !== "nothing" && { typed: typed === "this" ? question : "never typed" }),
      },
    }),
  }));

const oddCall = fc.constantFrom<Call>(
  { words: "look, the same as ever", make: () => ({ id: "same", name: "look", input: { key: "same", way: "works" } }) },
  { words: "look by a call without an id", make: (key) => ({ id: "", name: "look", input: { key, way: "works" } }) },
  { words: "a tool that is not there", make: (key) => ({ id: key, name: "fly to ☾", input: {} }) },
  { words: "write with wrong arguments", make: (key) => ({ id: key, name: "write", input: { key } }) },
  { words: "delete with broken arguments", make: (key) => ({ id: key, name: "delete", inputError: "Broken." }) },
  {
    words: "ask with choices",
    make: (key) => ({ id: key, name: "ask_user", input: { question: key, choices: ["A", "B"] } }),
  },
  { words: "ask", make: (key) => ({ id: key, name: "ask_user", input: { question: key } }) },
);

const calls = fc.array(fc.oneof(plainCall, plainCall, writeCall, writeCall, oddCall), { minLength: 1, maxLength: 4 });

const callsTurn = fc
  .record({ calls, hasText: fc.boolean(), thinks: fc.boolean(), isCutOff: fc.nat(9) })
  .map(({ calls: made, hasText, thinks, isCutOff }): Turn => {
    const stop: StopReason = isCutOff === 0 ? { type: "max_tokens" } : { type: "tool_use" };
    return turn(
      `calls ${made.map(({ words }) => words).join(" + ")}${isCutOff === 0 ? ", cut off" : ""}`,
      (key, typed) => {
        const uses = made.map(({ make }, index) => toolUse(make(`${key}x${index}`, typed)));
        const said = hasText ? [text(`Said ${key}. `)] : [];
        return [
          ...deltas(hasText ? [`Said ${key}. `] : []),
          ...uses.map(({ id, name }): Step => ({ type: "tool_call_started", id, name })),
          ends([...(thinks ? [thought(key)] : []), ...said, ...uses], stop),
        ];
      },
    );
  });

const failsTurn = fc
  .record({ failure: fc.constantFrom(...FAILURES), hasText: fc.boolean() })
  .map(({ failure: { detail, leaves }, hasText }): Turn => {
    const isLate = hasText && leaves;
    const name = detail.type === "network" ? detail.failure : detail.type;
    return turn(
      `fails with ${name}${isLate ? " after some text" : ""}`,
      (key) => [...deltas(isLate ? [`Half ${key}`] : []), { type: "fail", error: new ProviderError(detail) }],
      { leaves, binds: leaves && detail.type !== "invalid_base_url" },
    );
  });

const endsTurn = fc
  .constantFrom(...STOP_REASONS)
  .map((stop): Turn =>
    turn(`answers and ends with ${stop.type}`, (key) => [
      ...deltas([`Answer ${key} `]),
      ends([text(`Answer ${key} `)], stop),
    ]),
  );

const otherTurn = fc.constantFrom<Turn>(
  turn("refuses", () => [...deltas(["I can"]), ends([text("I can")], { type: "refusal" })]),
  turn("says nothing", () => [ends([text(" \n")])]),
  turn("says nothing for lack of room", () => [ends([], { type: "context_window_exceeded" })]),
  turn("says nothing within its limit", () => [ends([thought("t")], { type: "max_tokens" })]),
  turn("ends too early", (key) => deltas([`Half ${key}`])),
  turn("throws", () => [{ type: "fail", error: new Error("a bug") }]),
  turn("hangs", () => [{ type: "hang" }], { hangs: true }),
  turn("hangs after some text", (key) => [...deltas([`Half ${key}`]), { type: "hang" }], { hangs: true }),
  turn("thinks and answers", (key) => [...deltas(["Answer"]), ends([thought(key), text("Answer")])]),
  turn("answers without the reasoning", (key) => [
    { type: "history_thinking_stripped" },
    ...deltas([`Answer ${key}`]),
    ends([text(`Answer ${key}`)]),
  ]),
);

/** What the model does next, each of them many a time. */
export const turns = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: callsTurn },
    { weight: 2, arbitrary: fc.constant(ANSWER) },
    { weight: 2, arbitrary: failsTurn },
    { weight: 1, arbitrary: endsTurn },
    { weight: 3, arbitrary: otherTurn },
  ),
  { maxLength: 4 },
);

function text(value: string): ContentBlock {
  return { type: "text", text: value };
}

function thought(key: string): ContentBlock {
  return { type: "thinking", text: `Thought ${key}`, signature: `signed ${key}` };
}
