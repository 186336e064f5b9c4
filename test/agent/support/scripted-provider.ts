import type {
  ContentBlock,
  ProviderId,
  StopReason,
  ToolResultBlock,
  ToolUseBlock,
} from "../../../src/agent/history/messages";
import type { JsonObject } from "../../../src/agent/text/json";
import {
  UNKNOWN_WINDOW,
  type Provider,
  type ProviderEvent,
  type ProviderRequest,
} from "../../../src/agent/ports/provider";

/**
 * One thing that the scripted model does. `hang` never goes on, not even when it is told to stop; `wait` does when `until`
 * does. A provider that runs tools itself has them run with `run_tools`, and reads their results with `await_results`.
 */
export type Step =
  | ProviderEvent
  | { type: "fail"; error: unknown }
  | { type: "hang" }
  | { type: "wait"; until: () => Promise<unknown> }
  | { type: "run_tools"; calls: readonly ScriptedCall[] }
  | { type: "await_results" };

/** What the model does for a request; `index` counts the requests from 0. */
export type Script = (request: ProviderRequest, index: number) => Step[];

/** A provider that does what a script says, and what it was sent: copies that nobody can change later. */
export type ScriptedProvider = Provider & {
  readonly requests: readonly ProviderRequest[];
  /** What a provider that runs tools itself was answered, in the order of its calls. */
  readonly results: readonly ToolResultBlock[];
};

/** Makes a provider from a script, or from one list of steps for each request. */
export function scriptedProvider(script: Script | Step[][], id: ProviderId = "anthropic"): ScriptedProvider {
  const requests: ProviderRequest[] = [];
  const results: ToolResultBlock[] = [];
  const stepsFor: Script = typeof script === "function" ? script : (_request, index) => script[index] ?? overrun(index);
  return {
    id,
    model: "made-up-model",
    recipient: "the script",
    recipientKey: `${id}@script`,
    toolIds: id === "openai" ? "openai" : "anthropic",
    maxOutputTokens: 4_000,
    window: () => Promise.resolve(UNKNOWN_WINDOW),
    requests,
    results,
    async *stream(request, _signal, tools) {
      const running: Promise<ToolResultBlock>[] = [];
      requests.push(deepFreeze(structuredClone(request)));
      for (const step of stepsFor(request, requests.length - 1)) {
        switch (step.type) {
          case "fail":
            throw step.error;
          case "hang":
            await new Promise(() => undefined);
            break;
          case "wait":
            await step.until();
            break;
          case "run_tools":
            if (tools === undefined) throw new Error("The provider was handed no tools.");
            running.push(...step.calls.map((call) => tools.run(toolUse(call))));
            break;
          case "await_results":
            results.push(...(await Promise.all(running.splice(0))));
            break;
          default:
            yield step;
        }
      }
    },
  };
}

/** A tool call as the model makes it. */
export type ScriptedCall = { id: string; name: string; input?: JsonObject; inputError?: string };

/** A complete answer, streamed in pieces. */
export function answers(...pieces: string[]): Step[] {
  return [...deltas(pieces), ends([{ type: "text", text: pieces.join("") }])];
}

/** A turn that calls tools, after some text where there is any. */
export function callsTools(
  calls: readonly ScriptedCall[],
  text = "",
  stopReason: StopReason = { type: "tool_use" },
): Step[] {
  const uses = calls.map(toolUse);
  const started = calls.map(({ id, name }): Step => ({ type: "tool_call_started", id, name }));
  return [
    ...deltas([text]),
    ...started,
    ends([...(text === "" ? [] : [{ type: "text" as const, text }]), ...uses], stopReason),
  ];
}

/** What a provider that runs tools itself does for some calls: it names them, has them run, and waits for the results. */
export function runsTools(calls: readonly ScriptedCall[], text = ""): Step[] {
  const started = calls.map(({ id, name }): Step => ({ type: "tool_call_started", id, name }));
  return [...deltas([text]), ...started, { type: "run_tools", calls }, { type: "await_results" }];
}

/** The same provider as one that runs the tool loop itself. */
export function managed(provider: ScriptedProvider): ScriptedProvider {
  return { ...provider, runsTools: true };
}

/** A call as a block of an answer. */
export function toolUse({ id, name, input = {}, inputError }: ScriptedCall): ToolUseBlock {
  return {
    type: "tool_use",
    id,
    name,
    input,
    rawInput: inputError === undefined ? JSON.stringify(input) : "{",
    ...(inputError !== undefined && { inputError }),
  };
}

/** The text deltas of these pieces, without an end. */
export function deltas(pieces: readonly string[]): Step[] {
  return pieces.filter((text) => text !== "").map((text) => ({ type: "text_delta", text }));
}

/** The end of a turn. */
export function ends(
  content: ContentBlock[],
  stopReason: StopReason = { type: "end_turn" },
): Extract<Step, { type: "end" }> {
  return { type: "end", turn: { content, stopReason, model: "made-up-model" } };
}

/** The same turn with the tokens that it used: so many sent, from the cache, and written. */
export function withUsage(steps: Step[], [input, cacheRead, output]: [number, number, number]): Step[] {
  const usage = { input, cacheRead, cacheWrite: 0, output };
  return steps.map((step) => (step.type === "end" ? { ...step, turn: { ...step.turn, usage } } : step));
}

function overrun(index: number): never {
  throw new Error(`The script has no turn for request ${index + 1}.`);
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
