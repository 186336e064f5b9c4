import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import type { Provider, ProviderDelta, ProviderEvent } from "../../../src/agent/ports/provider";
import { streamTurn } from "../../../src/agent/run/turn";
import { settle } from "../support/create-loop";
import { answers, deltas, scriptedProvider } from "../support/scripted-provider";

const request = { systemPrompt: "", messages: [], tools: [] };

describe("one streamed turn", () => {
  it("hands on what is shown, in order, and gives the complete turn", async () => {
    const seen: ProviderDelta[] = [];
    const provider = scriptedProvider([[{ type: "tool_call_started", id: "a", name: "x" }, ...answers("One", " two")]]);
    const outcome = await streamTurn(provider, request, new AbortController().signal, (delta) => seen.push(delta));
    expect(outcome).toMatchObject({ type: "complete", turn: { content: [{ type: "text", text: "One two" }] } });
    expect(seen).toEqual([
      { type: "tool_call_started", id: "a", name: "x" },
      { type: "text_delta", text: "One" },
      { type: "text_delta", text: " two" },
    ]);
  });

  it("is stopped at once though the provider hangs and ignores it", async () => {
    const controller = new AbortController();
    const provider = scriptedProvider([[...deltas(["Half"]), { type: "hang" }]]);
    const outcome = streamTurn(provider, request, controller.signal, () => {});
    await settle();
    controller.abort();
    expect(await outcome).toEqual({ type: "stopped" });
    // A run makes many turns on one signal: no turn leaves a listener behind.
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("gives the provider's error, after what had arrived", async () => {
    const error = new Error("broken");
    const provider = scriptedProvider([[...deltas(["Half"]), { type: "fail", error }]]);
    const arrived: ProviderDelta[] = [];
    const outcome = await streamTurn(provider, request, new AbortController().signal, (delta) => arrived.push(delta));
    expect([outcome, arrived]).toEqual([{ type: "failed", error }, [{ type: "text_delta", text: "Half" }]]);
  });

  it("takes an error that follows a stop for the stop", async () => {
    const controller = new AbortController();
    const until = () => (controller.abort(), Promise.resolve());
    const provider = scriptedProvider([
      [...deltas(["Half"]), { type: "wait", until }, { type: "fail", error: new Error("aborted") }],
    ]);
    expect(await streamTurn(provider, request, controller.signal, () => {})).toEqual({ type: "stopped" });
  });

  it.each(["complete", "stopped", "failed"])("tells the provider that nobody listens any more: %s", async (how) => {
    const stop = new AbortController();
    let heard: AbortSignal | undefined;
    let isClosed = false;
    async function* stream(_request: unknown, signal: AbortSignal): AsyncGenerator<ProviderEvent, void, undefined> {
      heard = signal;
      try {
        if (how === "stopped") stop.abort();
        if (how === "failed") throw new Error("broken");
        await Promise.resolve();
        yield { type: "end", turn: { content: [], stopReason: { type: "end_turn" }, model: "m" } };
      } finally {
        isClosed = true;
      }
    }
    const provider: Provider = { ...scriptedProvider([], "openai"), stream };
    expect((await streamTurn(provider, request, stop.signal, () => {})).type).toBe(how);
    await settle();
    expect([heard?.aborted, isClosed]).toEqual([true, true]);
  });
});
