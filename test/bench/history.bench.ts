import { fitRequest } from "../../src/agent/context/fit-request";
import { projectHistory } from "../../src/agent/wire/project-history";
import { chatOfTurns } from "../agent/support/long-chat";
import type { BenchResult } from "./bench-result";

const MESSAGES = 2_000;
const ROUNDS = 40;
const WARM_UP = 5;

// Making the view of a chat must not cost much more than writing the request that holds it.
const PROJECT_RATIO_LIMIT = 4;

const PROVIDER = {
  id: "anthropic",
  recipientKey: "anthropic@script",
  toolIds: "anthropic",
  maxOutputTokens: 32_000,
} as const;

/** Measures the wire view of a chat of 2,000 messages, half of them turns that called a tool, and its largest cut. */
export function benchHistory(): Promise<BenchResult[]> {
  const reading = {
    question: "What is in it?",
    thinking: "Let me read it. ".repeat(20),
    outputs: ["a line of text\n".repeat(200)],
  };
  const turns = Array.from({ length: MESSAGES / 4 }, () => [
    reading,
    { question: "And?", text: "an answer ".repeat(40) },
  ]);
  const chat = chatOfTurns(turns.flat(), "And now?");
  const view = projectHistory(chat, PROVIDER);

  const projecting = median(() => projectHistory(chat, PROVIDER));
  const writing = median(() => JSON.stringify(view));
  const cutting = median(() => fitRequest(chat, PROVIDER, { tokens: 200_000, source: "known" }), 5);
  return Promise.resolve([
    { name: `history: view of ${chat.messages.length} messages`, value: projecting, unit: "ms" },
    { name: "history: writing that view as JSON", value: writing, unit: "ms" },
    {
      name: "history: view ÷ writing",
      value: projecting / writing,
      unit: "×",
      ratioTo: "writing that view as JSON",
      limit: PROJECT_RATIO_LIMIT,
    },
    { name: "history: finding the cut for a window of 200,000 tokens", value: cutting, unit: "ms" },
  ]);
}

function median(work: () => unknown, rounds = ROUNDS): number {
  const times: number[] = [];
  for (let round = -WARM_UP; round < rounds; round += 1) {
    const started = performance.now();
    work();
    if (round >= 0) times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;
}
