import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ProviderId } from "../../src/agent/history/messages";
import { ProviderError, type Destination, type ProviderErrorDetail } from "../../src/agent/ports/provider-error";
import { firstThatWorks, type Candidate } from "../../src/models/automatic";
import type { ProviderState } from "../../src/providers/provider-check";

const API: Destination = { type: "anthropic_api" };
const MAC: Destination = { type: "this_mac", address: "localhost:11434" };

/** How a check goes: its result, at once or after a while, or never. */
type Result = { state: ProviderState; afterMs?: number };
type Course = Result | "hangs";

const ready = (model: string): Result => ({ state: { type: "ready", model } });
const failed = (detail: ProviderErrorDetail): Result => ({ state: { type: "failed", detail } });
const slow = (course: Result, afterMs: number): Course => ({ ...course, afterMs });

const NOT_SET_UP: Course = { state: { type: "not_set_up" } };
const BAD_KEY = failed({ type: "invalid_api_key", destination: API });
const OFFLINE = failed({ type: "network", failure: "offline", destination: API });
const SILENT = failed({ type: "network", failure: "timed_out", destination: API });
const NO_OLLAMA = failed({ type: "network", failure: "cannot_connect", destination: MAC });
const NO_TOOLS = failed({ type: "no_model" });
const NOT_YET = failed({ type: "not_supported_yet", provider: "claude-code" });

/** The candidates as Automatic has them where no model is typed for the server. */
const CANDIDATES: Candidate[] = [
  { provider: "anthropic", model: "claude" },
  { provider: "claude-code", model: "sonnet" },
  { provider: "openai" },
];
const WITH_TYPED_MODEL: Candidate[] = [...CANDIDATES.slice(0, 2), { provider: "openai", model: "typed" }];

/** Begins the search. `asked` is whose check has begun, `stopped` whose was told to end. */
function search(
  anthropic: Course,
  openai: Course,
  { candidates = CANDIDATES, signal = new AbortController().signal } = {},
) {
  const courses: Record<ProviderId, Course> = { anthropic, "claude-code": NOT_YET, openai };
  const asked: ProviderId[] = [];
  const stopped: ProviderId[] = [];
  const found = firstThatWorks(
    candidates,
    async (provider, ended) => {
      asked.push(provider);
      const course = courses[provider];
      ended.addEventListener("abort", () => stopped.push(provider));
      if (course === "hangs") return new Promise<never>(() => undefined);
      if (course.afterMs !== undefined) await new Promise((resolve) => setTimeout(resolve, course.afterMs));
      return { provider, recipient: provider, state: course.state, models: [] };
    },
    signal,
  );
  return { found, asked, stopped };
}

/** Who is taken, in words, and whether that is to be remembered. */
async function taken(...args: Parameters<typeof search>): Promise<string> {
  const { found } = search(...args);
  found.catch(() => undefined);
  await vi.runAllTimersAsync();
  return found.then(
    ({ choice, isSure }) => `${choice.model} by ${choice.provider}${isSure ? "" : ", unsure"}`,
    (error: unknown) => {
      if (!(error instanceof ProviderError) || error.detail.type !== "no_provider") throw error;
      return `nobody: ${error.detail.tried.map(({ provider, why }) => `${provider} ${why.type}`).join(", ")}`;
    },
  );
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("P7 Automatic takes the first that works", () => {
  const nobody = (anthropic: string, openai: string) =>
    `nobody: anthropic ${anthropic}, claude-code not_supported_yet, openai ${openai}`;

  it.each<[string, Course, Course, string]>([
    ["both work", ready("claude"), ready("qwen"), "claude by anthropic"],
    ["only the key works", ready("claude"), NO_OLLAMA, "claude by anthropic"],
    ["the server hangs", ready("claude"), "hangs", "claude by anthropic"],
    ["no key", NOT_SET_UP, ready("qwen"), "qwen by openai"],
    ["a key that is refused", BAD_KEY, ready("qwen"), "qwen by openai"],
    ["no credit", failed({ type: "billing" }), ready("qwen"), "qwen by openai"],
    [
      "a model that is not there",
      failed({ type: "model_not_found", model: "claude", destination: API }),
      ready("qwen"),
      "qwen by openai",
    ],
    ["offline, with a key", OFFLINE, ready("qwen"), "qwen by openai"],
    [
      "the sign-in page of a hotel",
      failed({ type: "gateway", status: 511, destination: API }),
      ready("qwen"),
      "qwen by openai",
    ],
    ["a firewall", failed({ type: "gateway", status: 403, destination: API }), ready("qwen"), "qwen by openai"],
    ["the key's check hangs", "hangs", ready("qwen"), "qwen by openai"],
    ["the key's check says that nothing came", SILENT, ready("qwen"), "qwen by openai"],
    ["the key's check takes too long", slow(ready("claude"), 5_001), ready("qwen"), "qwen by openai"],
    ["the key's check takes long", slow(ready("claude"), 4_900), ready("qwen"), "claude by anthropic"],
    ["a slow server", NOT_SET_UP, slow(ready("qwen"), 4_900), "qwen by openai"],
    ["nothing is set up", NOT_SET_UP, NO_OLLAMA, nobody("not_set_up", "network")],
    ["a bad key alone", BAD_KEY, NO_OLLAMA, nobody("invalid_api_key", "network")],
    ["no model that can use tools", NOT_SET_UP, NO_TOOLS, nobody("not_set_up", "no_model")],
    ["a server that hangs, and no model typed for it", NOT_SET_UP, "hangs", nobody("not_set_up", "no_sign")],
    [
      "a server that is busy, and no model typed for it",
      NOT_SET_UP,
      failed({ type: "overloaded" }),
      nobody("not_set_up", "overloaded"),
    ],
  ])("%s", async (_, anthropic, openai, expected) => {
    expect(await taken(anthropic, openai)).toBe(expected);
  });

  it.each<[string, ProviderErrorDetail]>([
    ["429", { type: "rate_limited" }],
    ["529", { type: "overloaded" }],
    ["500", { type: "server", status: 500 }],
    ["502 of what stands before it", { type: "gateway", status: 502, destination: API }],
  ])("%s passes: the key is taken, and nobody else gets the chat", async (_, detail) => {
    expect(await taken(failed(detail), ready("qwen"))).toBe("claude by anthropic, unsure");
  });

  it("a server whose model is typed is taken where it is busy", async () => {
    const busy = failed({ type: "server", status: 503 });
    expect(await taken(BAD_KEY, busy, { candidates: WITH_TYPED_MODEL })).toBe("typed by openai, unsure");
  });

  it.each<[string, Course, Course, string]>([
    ["the key", "hangs", NO_OLLAMA, "claude by anthropic, unsure"],
    ["the key, whose check says so itself", SILENT, NO_OLLAMA, "claude by anthropic, unsure"],
    ["the first of two", "hangs", "hangs", "claude by anthropic, unsure"],
    ["a typed model", BAD_KEY, "hangs", "typed by openai, unsure"],
  ])("who gives no sign in time is taken where nobody else works: %s", async (_, anthropic, openai, expected) => {
    expect(await taken(anthropic, openai, { candidates: WITH_TYPED_MODEL })).toBe(expected);
  });
});

describe("P7 the time that Automatic takes", () => {
  it("is that of all checks at once", async () => {
    const { found, asked } = search("hangs", "hangs");
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(["anthropic", "claude-code", "openai"]);
    await vi.runAllTimersAsync();
    await found;
  });

  it("is not that of those behind the first that works, whose checks are ended", async () => {
    const { found, stopped } = search(ready("claude"), "hangs");
    await expect(found).resolves.toMatchObject({ choice: { model: "claude" } });
    expect([stopped, vi.getTimerCount()]).toEqual([["openai"], 0]);
  });

  it("is until all before the first that works are known not to work", async () => {
    const { found } = search(slow(BAD_KEY, 1_000), ready("qwen"));
    const done = vi.fn();
    void found.then(done);
    await vi.advanceTimersByTimeAsync(999);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toHaveBeenCalledWith({ choice: { provider: "openai", model: "qwen" }, isSure: true });
  });

  it("is five seconds where everything hangs", async () => {
    const { found } = search("hangs", "hangs");
    const done = vi.fn();
    void found.then(done);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toHaveBeenCalledOnce();
  });

  it("ends at once with a stop, though every check hangs and hears nothing", async () => {
    const stop = new AbortController();
    const { found } = search("hangs", "hangs", { signal: stop.signal });
    const stopped = new Error("stopped");
    const outcome = expect(found).rejects.toBe(stopped);
    stop.abort(stopped);
    await outcome;
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is none after a stop", async () => {
    const { found, asked } = search(ready("claude"), ready("qwen"), {
      signal: AbortSignal.abort(new Error("stopped")),
    });
    await expect(found).rejects.toThrow("stopped");
    expect(asked).toEqual([]);
  });
});
