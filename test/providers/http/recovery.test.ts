import { describe, expect, it } from "vitest";
import type { ProviderDelta } from "../../../src/agent/ports/provider";
import type { Learnt } from "../../../src/providers/http/learnt";
import type { Recovery } from "../../../src/providers/http/recovery";
import { streamHttpTurn } from "../../../src/providers/http/stream-turn";
import { createOpenAIDecoder } from "../../../src/providers/openai/stream-decoder";
import { collect, errorDetail, instantClock, respond, scriptedFetch, shownText, sse } from "../harness";

const text = (content: string) => ({ choices: [{ delta: { content } }] });
const taken = () => respond([sse(text("Hello"), "[DONE]")]);
const refused = () => respond(['{"error":"no"}'], { status: 400 });
const busy = () => respond([""], { status: 503 });

const THINKING: Recovery = { learn: { noThinkingEcho: true } };
const OPTIONAL: Recovery = { learn: { noOptional: true } };
const CACHE: Recovery = { learn: { noCacheControl: true } };
const STRIPPED: ProviderDelta = { type: "history_thinking_stripped" };

/** Runs a turn whose body is what was learnt, with `known` from before. */
async function run(recoveries: Recovery[], answers: (() => Response)[], known: Learnt = {}) {
  const { fetch, sent } = scriptedFetch(...answers);
  const { clock, waits } = instantClock();
  const remembered: Learnt[] = [];
  const asked: string[] = [];
  const stream = streamHttpTurn(
    {
      prepare: (learnt) => ({
        url: new URL("http://localhost:1/v1"),
        otherUrl: new URL("http://localhost:1/"),
        headers: {},
        body: Object.keys(learnt)
          .filter((name) => name !== "otherPath")
          .sort()
          .join(" "),
        model: "m",
        destination: { type: "this_mac", address: "localhost:1" },
        hasKey: false,
        createDecoder: (emit) => createOpenAIDecoder({ model: "m", newId: () => "id" }, emit),
      }),
      recover: ({ status, said }) => {
        asked.push(`${status} ${said}`);
        return status === 400 ? recoveries : [];
      },
      learnt: {
        get: () => Promise.resolve(known),
        add: (more) => {
          remembered.push(more);
          return Promise.resolve();
        },
      },
    },
    { fetch, clock },
    new AbortController().signal,
  );
  const outcome = await collect(stream);
  return { outcome, bodies: sent.map(({ body }) => body), waits, remembered, asked };
}

describe("P4 recovery", () => {
  it("sends a refused request again at once, without what was refused, and remembers that", async () => {
    const { outcome, bodies, waits, remembered, asked } = await run([OPTIONAL], [refused, taken]);
    expect(shownText(outcome)).toBe("Hello");
    expect(bodies).toEqual(["", "noOptional"]);
    expect(waits).toEqual([]);
    expect(remembered).toEqual([{ noOptional: true }]);
    expect(asked).toEqual(['400 {"error":"no"}']);
  });

  it("leaves out from the start what is known", async () => {
    const { bodies, remembered } = await run([OPTIONAL], [taken], { noOptional: true });
    expect(bodies).toEqual(["noOptional"]);
    expect(remembered).toEqual([]);
  });

  it("passes over what would change nothing, and gives up where nothing is left", async () => {
    const next = await run([OPTIONAL, CACHE], [refused, taken], { noOptional: true });
    expect(next.bodies).toEqual(["noOptional", "noCacheControl noOptional"]);
    expect(next.remembered).toEqual([{ noCacheControl: true }]);
    const none = await run([OPTIONAL], [refused, taken], { noOptional: true });
    expect(none.bodies).toHaveLength(1);
    expect(errorDetail(none.outcome)).toEqual({ type: "invalid_request" });
  });

  it("recovers twice at most, and remembers nothing that did not work", async () => {
    const { outcome, bodies, waits, remembered } = await run(
      [THINKING, OPTIONAL, CACHE],
      [refused, refused, refused, taken],
    );
    expect(errorDetail(outcome)).toEqual({ type: "invalid_request" });
    expect(bodies).toEqual(["", "noThinkingEcho", "noOptional noThinkingEcho"]);
    expect(waits).toEqual([]);
    expect(remembered).toEqual([]);
  });

  it("does not count as a retry, nor is it lost by one", async () => {
    const { outcome, bodies, waits, remembered } = await run([OPTIONAL], [busy, refused, busy, taken]);
    expect(shownText(outcome)).toBe("Hello");
    expect(bodies).toEqual(["", "", "noOptional", "noOptional"]);
    expect(waits).toEqual([1_000, 3_000]);
    expect(remembered).toEqual([{ noOptional: true }]);
  });

  it("does not count another path as one, which is tried once", async () => {
    const missing = () => respond(["404 page not found"], { status: 404 });
    const found = await run([OPTIONAL, CACHE], [missing, refused, refused, taken]);
    expect(shownText(found.outcome)).toBe("Hello");
    expect(found.bodies).toEqual(["", "", "noOptional", "noCacheControl noOptional"]);
    expect(found.remembered).toEqual([{ otherPath: true, noOptional: true, noCacheControl: true }]);
    const nowhere = await run([OPTIONAL], [missing]);
    expect([errorDetail(nowhere.outcome).type, nowhere.bodies]).toEqual(["invalid_base_url", ["", ""]]);
    expect(nowhere.remembered).toEqual([]);
  });

  it("tells what lies in the chat once the server took the request, and does not remember it", async () => {
    const stripping: Recovery = { ...THINKING, event: STRIPPED };
    const worked = await run([stripping], [refused, busy, taken]);
    expect(worked.outcome.events.map(({ type }) => type)).toEqual(["history_thinking_stripped", "text_delta", "end"]);
    expect(worked.remembered).toEqual([]);
    const failed = await run([stripping], [refused, refused]);
    expect(failed.outcome.events).toEqual([]);
  });

  it("what it tells is not shown: the turn is still tried again, and it is told once", async () => {
    const lost = () => respond([sse({ error: { type: "overloaded_error" } })]);
    const { outcome, bodies } = await run([{ ...THINKING, event: STRIPPED }], [refused, lost, taken]);
    expect(outcome.events.map(({ type }) => type)).toEqual(["history_thinking_stripped", "text_delta", "end"]);
    expect(bodies).toEqual(["", "noThinkingEcho", "noThinkingEcho"]);
  });

  it("remembers a guess only where the very next attempt was taken", async () => {
    const guess: Recovery = { ...THINKING, isGuess: true };
    expect((await run([guess], [refused, taken])).remembered).toEqual([{ noThinkingEcho: true }]);
    const both = await run([guess, OPTIONAL], [refused, refused, taken]);
    expect(both.bodies.at(-1)).toBe("noOptional noThinkingEcho");
    expect(both.remembered).toEqual([{ noOptional: true }]);
  });

  it("never happens once something was shown", async () => {
    const broken = () => respond([sse(text("Hel"), { error: { message: "no", code: 400 } })]);
    const { outcome, bodies, asked } = await run([OPTIONAL], [broken, taken]);
    expect(shownText(outcome)).toBe("Hel");
    expect(bodies).toHaveLength(1);
    expect(asked).toEqual([]);
  });
});
