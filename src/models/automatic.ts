import type { ProviderId } from "../agent/history/messages";
import type { ModelChoice } from "../agent/ports/provider";
import { ProviderError, type ProviderErrorDetail, type TriedProvider } from "../agent/ports/provider-error";
import { runWithDeadline } from "../agent/run/deadline";
import type { ProviderCheck } from "../providers/provider-check";

/** A provider that might answer, with the model that the settings name for it. */
export type Candidate = { provider: ProviderId; model?: string };

/** Finds out how a provider stands. Rejects only with the signal's reason. */
export type CheckProvider = (provider: ProviderId, signal: AbortSignal) => Promise<ProviderCheck>;

/** Who answers. `isSure`: a check has just shown that it works. */
export type Found = { choice: ModelChoice; isSure: boolean };

/** Who is taken; or why it is not, and with which model it may be where nobody else works. */
type Verdict = { type: "take"; found: Found } | { type: "pass"; why: TriedProvider["why"]; lastResort?: ModelChoice };

/** Somebody waits for an answer meanwhile. */
const PATIENCE_MS = 5_000;

/**
 * The first candidate that works, in their order. All are asked at once, and one further behind is taken as soon as
 * everyone before it is known not to work. A server that is busy just now works: its chats go to nobody else because of
 * that. One that gave no sign in time is taken only where nobody works. Throws `no_provider` where nobody can be taken,
 * and the signal's reason as soon as it fires.
 */
export async function firstThatWorks(
  candidates: readonly Candidate[],
  check: CheckProvider,
  signal: AbortSignal,
): Promise<Found> {
  const decided = new AbortController();
  const until = AbortSignal.any([signal, decided.signal]);
  try {
    const asked = candidates.map((candidate) => ({ candidate, verdict: verdictOn(candidate, check, until) }));
    const tried: TriedProvider[] = [];
    let lastResort: ModelChoice | undefined;
    for (const { candidate, verdict: coming } of asked) {
      const verdict = await coming;
      signal.throwIfAborted();
      if (verdict.type === "take") return verdict.found;
      tried.push({ provider: candidate.provider, why: verdict.why });
      lastResort ??= verdict.lastResort;
    }
    if (lastResort !== undefined) return { choice: lastResort, isSure: false };
    throw new ProviderError({ type: "no_provider", tried });
  } finally {
    decided.abort();
  }
}

async function verdictOn({ provider, model }: Candidate, check: CheckProvider, signal: AbortSignal): Promise<Verdict> {
  const named = model === undefined ? undefined : { provider, model };
  const noSign = (why: TriedProvider["why"]): Verdict => ({ type: "pass", why, ...(named && { lastResort: named }) });
  const settled = await runWithDeadline((ended) => check(provider, ended), PATIENCE_MS, signal);
  if (settled.type !== "done") return noSign({ type: "no_sign" });
  const { state } = settled.value;
  switch (state.type) {
    case "ready":
      return { type: "take", found: { choice: { provider, model: state.model }, isSure: true } };
    case "not_set_up":
      return { type: "pass", why: state };
    case "failed":
      if (isSilence(state.detail)) return noSign(state.detail);
      return named !== undefined && passesByItself(state.detail)
        ? { type: "take", found: { choice: named, isSure: false } }
        : { type: "pass", why: state.detail };
  }
}

/** The server is there and takes the key: it works in a moment. */
export function passesByItself(detail: ProviderErrorDetail): boolean {
  switch (detail.type) {
    case "rate_limited":
    case "overloaded":
    case "server":
      return true;
    case "gateway":
      // 511 is the sign-in page of a network.
      return detail.status >= 500 && detail.status !== 511;
    default:
      return false;
  }
}

function isSilence(detail: ProviderErrorDetail): boolean {
  return detail.type === "network" && detail.failure === "timed_out";
}
