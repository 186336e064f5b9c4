import type { ContentBlock } from "../../src/agent/history/messages";
import type { AssistantTurn, Provider, ProviderEvent, ProviderRequest } from "../../src/agent/ports/provider";
import { ProviderError, type ProviderErrorDetail } from "../../src/agent/ports/provider-error";
import { createAnthropicProvider, type AnthropicConfig } from "../../src/providers/anthropic/anthropic-provider";
import type { Clock } from "../../src/providers/http/clock";
import { createOpenAIProvider, type OpenAIConfig } from "../../src/providers/openai/openai-provider";

/** A question, for tests that are not about the request. */
export const QUESTION: ProviderRequest = {
  systemPrompt: "Be brief.",
  messages: [{ role: "user", content: [{ type: "text", text: "Hello" }] }],
  tools: [],
};

/** What a provider said: everything it yielded, and how it ended. */
export type Outcome = { events: ProviderEvent[]; turn?: AssistantTurn; error?: unknown };

export async function collect(stream: AsyncIterable<ProviderEvent>): Promise<Outcome> {
  const outcome: Outcome = { events: [] };
  try {
    for await (const event of stream) {
      outcome.events.push(event);
      if (event.type === "end") outcome.turn = event.turn;
    }
  } catch (error) {
    outcome.error = error;
  }
  return outcome;
}

/** Runs one question through a provider. */
export function ask(provider: Provider, signal = new AbortController().signal): Promise<Outcome> {
  return collect(provider.stream(QUESTION, signal));
}

/** The text that was shown, as against the text of the turn. */
export function shownText({ events }: Outcome): string {
  return events.map((event) => (event.type === "text_delta" ? event.text : "")).join("");
}

/** What a turn failed with; throws where it did not fail with a `ProviderError`. */
export function errorDetail({ error }: Outcome): ProviderErrorDetail {
  if (error instanceof ProviderError) return error.detail;
  throw new Error("The turn did not fail with a ProviderError.", { cause: error });
}

/** The turn; throws where there is none. */
export function turnOf({ turn, error }: Outcome): AssistantTurn {
  if (turn !== undefined) return turn;
  throw new Error("The stream ended without a turn.", { cause: error });
}

/** A body of one event for each value: JSON, or text as it stands. */
export function sse(...events: unknown[]): string {
  return events.map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`).join("");
}

/** A response with a body in the given pieces. */
export function respond(pieces: readonly (string | Uint8Array)[], init: ResponseInit = {}): Response {
  const encoder = new TextEncoder();
  const rest = pieces.values();
  // Given as they are asked for: a stream that holds a hundred thousand pieces takes minutes to give them.
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = rest.next();
      if (done === true) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
  });
  return new Response(body, init);
}

/** What was sent, and a fetch that answers each request with the next of `answers` (the last one again after that). */
export function scriptedFetch(...answers: (() => Response | Promise<Response>)[]): {
  fetch: typeof fetch;
  sent: { url: string; headers: Headers; body: string; signal: AbortSignal | null }[];
} {
  const sent: { url: string; headers: Headers; body: string; signal: AbortSignal | null }[] = [];
  return {
    sent,
    fetch: async (input, init = {}) => {
      const body = typeof init.body === "string" ? init.body : "";
      sent.push({ url: new Request(input).url, headers: new Headers(init.headers), body, signal: init.signal ?? null });
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      if (answer === undefined) throw new TypeError("fetch failed");
      return answer();
    },
  };
}

/** A clock whose waits pass at once, and which notes them. Waits of two minutes and more are limits: they do not pass. */
export function instantClock(): { clock: Clock; waits: number[] } {
  const waits: number[] = [];
  let time = Date.UTC(2030, 0, 1);
  return {
    waits,
    clock: {
      now: () => time,
      after: (ms, callback) => {
        if (ms >= 120_000) return () => undefined;
        waits.push(ms);
        time += ms;
        const immediate = setImmediate(callback);
        return () => clearImmediate(immediate);
      },
    },
  };
}

/** A clock that stands until it is told to move. */
export function manualClock(): { clock: Clock; advance: (ms: number) => void; timers: () => number } {
  let time = 0;
  const timers = new Map<symbol, { at: number; callback: () => void }>();
  return {
    timers: () => timers.size,
    advance: (ms) => {
      time += ms;
      for (const [key, { at, callback }] of [...timers]) {
        if (at > time) continue;
        timers.delete(key);
        callback();
      }
    },
    clock: {
      now: () => time,
      after: (ms, callback) => {
        const key = Symbol("timer");
        timers.set(key, { at: time + ms, callback });
        return () => timers.delete(key);
      },
    },
  };
}

/** Ids in order: 1, 2, 3 … */
export function countingIds(): () => string {
  let count = 0;
  return () => String(++count);
}

/** A provider of each wire format whose one answer is a body in the given pieces. */
export function openAIWith(pieces: readonly (string | Uint8Array)[], config: Partial<OpenAIConfig> = {}): Provider {
  const { fetch } = scriptedFetch(() => respond(pieces));
  return createOpenAIProvider({
    model: "small-model",
    baseUrl: "http://localhost:11434/v1",
    fetch,
    clock: instantClock().clock,
    newId: countingIds(),
    ...config,
  });
}

export function anthropicWith(
  pieces: readonly (string | Uint8Array)[],
  config: Partial<AnthropicConfig> = {},
): Provider {
  const { fetch } = scriptedFetch(() => respond(pieces));
  return createAnthropicProvider({
    model: "claude-sonnet-5-5",
    apiKey: "sk-test",
    fetch,
    clock: instantClock().clock,
    newId: countingIds(),
    ...config,
  });
}

/** The blocks of a type. */
export function blocksOf<T extends ContentBlock["type"]>(
  turn: AssistantTurn,
  type: T,
): Extract<ContentBlock, { type: T }>[] {
  return turn.content.filter((block): block is Extract<ContentBlock, { type: T }> => block.type === type);
}
