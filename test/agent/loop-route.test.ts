import { describe, expect, it } from "vitest";
import type { ChatChange } from "../../src/agent/chat/chat";
import type { Mark } from "../../src/agent/history/marks";
import type { Provider } from "../../src/agent/ports/provider";
import { ProviderError } from "../../src/agent/ports/provider-error";
import { switchedRoute } from "../../src/agent/run/route";
import { createLoop, newSurroundings, send } from "./support/create-loop";
import {
  answers,
  callsTools,
  ends,
  scriptedProvider,
  type ScriptedProvider,
  type Step,
} from "./support/scripted-provider";

const GONE =
  "error: This chat is with the script, which the preferences do not name any more. " +
  "Set it up again, or go on with what they name now. [open_settings, switch_provider]";

const look = { id: "look", name: "find_notes", input: { query: "tax" } };

/** A model at another address. */
function elsewhere(steps: Step[][]): ScriptedProvider {
  return { ...scriptedProvider(steps, "openai"), recipient: "llm.example", recipientKey: "openai@llm.example" };
}

function thinks(thought: string, answer: string): Step[] {
  return [
    ends([
      { type: "thinking", text: thought, signature: `signed ${thought}` },
      { type: "text", text: answer },
    ]),
  ];
}

/** An agent whose settings can change: `set` says what they name from now on. */
function createSwitching(first: Provider, surroundings = newSurroundings()) {
  let named = first;
  const agent = createLoop({ makeProvider: () => named, surroundings });
  const marks = async (): Promise<Mark[]> => {
    const [header] = await agent.store.list();
    return (await agent.store.load(header?.id ?? ""))?.chat.marks ?? [];
  };
  return {
    ...agent,
    marks,
    set: (provider: Provider) => {
      named = provider;
    },
    /** What the person does with Switch: the settings answer from here on. */
    async switchProvider() {
      const [header] = await agent.store.list();
      const id = header?.id ?? "";
      const chat = (await agent.store.load(id))?.chat;
      if (chat === undefined) return;
      const make = () => named;
      const route = await switchedRoute(chat, make, () => "switched", undefined, new AbortController().signal);
      const changes: ChatChange[] = route === undefined ? [] : [{ type: "mark", mark: route }];
      await agent.store.save(id, changes);
      await agent.loop.open(id);
    },
  };
}

describe("C12 the provider of a chat", () => {
  it("is stored with the first request, before anything leaves", async () => {
    const stored: unknown[] = [];
    const provider = scriptedProvider([
      [{ type: "wait", until: async () => stored.push(...(await agent.marks())) }, ...answers("Yes.")],
      answers("Again."),
    ]);
    const agent = createSwitching(provider);
    await send(agent.loop, "Sure?");
    const route = {
      id: expect.any(String) as string,
      type: "route",
      provider: "anthropic",
      model: "made-up-model",
      recipientKey: "anthropic@script",
      recipient: "the script",
      afterSeq: 1,
    };
    expect(stored).toEqual([route]);
    await send(agent.loop, "Really?");
    expect(await agent.marks()).toEqual([route]);
  });

  it("stays what it is when the settings name another: the person is asked, and nothing leaves", async () => {
    const other = elsewhere([]);
    const agent = createSwitching(scriptedProvider([answers("A")]));
    await send(agent.loop, "One?");
    agent.set(other);
    expect(await send(agent.loop, "Two?")).toEqual({ type: "failed" });
    expect(agent.rows().slice(-2)).toEqual(["user: Two?", GONE]);
    expect(other.requests).toEqual([]);
  });

  it("stays what it is between two turns of one request", async () => {
    const other = elsewhere([]);
    const agent = createSwitching(scriptedProvider([callsTools([look])]));
    agent.loop.subscribe((event) => {
      if (event.type === "change" && event.change.type === "call") agent.set(other);
    });
    expect(await send(agent.loop, "Look.")).toEqual({ type: "failed" });
    expect(agent.rows().at(-1)).toBe(GONE);
    expect(other.requests).toEqual([]);
  });

  it("stays what it is after a relaunch", async () => {
    const first = createSwitching(scriptedProvider([answers("A")]));
    await send(first.loop, "One?");
    const other = elsewhere([]);
    const second = createSwitching(other, first.surroundings);
    await second.loop.openLatest("any");
    await send(second.loop, "Two?");
    expect([second.rows().at(-1), other.requests]).toEqual([GONE, []]);
  });

  it("goes on with Try Again once the settings make it again", async () => {
    const provider = scriptedProvider([answers("A"), answers("B")]);
    const agent = createSwitching(provider);
    await send(agent.loop, "One?");
    agent.set(elsewhere([]));
    await send(agent.loop, "Two?");
    agent.set(provider);
    expect(await agent.loop.retry()).toEqual({ type: "answered" });
    expect(agent.rows().slice(-2)).toEqual(["user: Two?", "answer (complete): B"]);
  });

  it("is asked with a new key without a word: only who is asked is frozen", async () => {
    const renewed = scriptedProvider([answers("B")]);
    const agent = createSwitching(scriptedProvider([answers("A")]));
    await send(agent.loop, "One?");
    agent.set(renewed);
    expect(await send(agent.loop, "Two?")).toEqual({ type: "answered" });
    expect([renewed.requests.length, (await agent.marks()).length]).toEqual([1, 1]);
  });

  it("is not settled by a request that never left this Mac", async () => {
    const offline = new ProviderError({
      type: "network",
      failure: "cannot_connect",
      destination: { type: "this_mac", address: "localhost:1" },
    });
    const other = elsewhere([answers("B")]);
    const agent = createSwitching(scriptedProvider([[{ type: "fail", error: offline }]]));
    await send(agent.loop, "One?");
    agent.set(other);
    expect(await agent.loop.retry()).toEqual({ type: "answered" });
    expect((await agent.marks()).map((mark) => (mark.type === "route" ? mark.recipientKey : mark.type))).toEqual([
      "anthropic@script",
      "not_sent",
      "openai@llm.example",
    ]);
  });

  it("is not settled by a request that was stopped before it left, or did not fit", async () => {
    const asking = Promise.withResolvers<undefined>();
    const waits: ScriptedProvider = {
      ...elsewhere([]),
      window: () => {
        asking.resolve(undefined);
        return new Promise<never>(() => undefined);
      },
    };
    const { loop, set, marks } = createSwitching(waits);
    const ended = send(loop, "Hello?");
    await asking.promise;
    await loop.stop();
    expect(await ended).toEqual({ type: "stopped" });
    expect(await marks()).toMatchObject([{ type: "route" }, { type: "not_sent" }]);
    set({ ...elsewhere([]), window: () => Promise.resolve({ tokens: 1, source: "server" }) });
    expect(await send(loop, "And now?")).toEqual({ type: "failed" });
    const provider = scriptedProvider([answers("Hello.")]);
    set(provider);
    expect(await send(loop, "And now?")).toEqual({ type: "answered" });
    expect(provider.requests).toHaveLength(1);
  });

  it("P4 is settled where only the last attempt of a request never left this Mac", async () => {
    const destination = { type: "this_mac", address: "localhost:1" } as const;
    const lastFailed = new ProviderError(
      { type: "network", failure: "cannot_connect", destination },
      { mayHaveArrived: true },
    );
    const other = elsewhere([]);
    const agent = createSwitching(scriptedProvider([[{ type: "fail", error: lastFailed }]]));
    await send(agent.loop, "One?");
    agent.set(other);
    await agent.loop.retry();
    expect([agent.rows().at(-1), other.requests]).toEqual([GONE, []]);
    expect((await agent.marks()).map(({ type }) => type)).not.toContain("not_sent");
  });

  it("is settled by a request that may have arrived", async () => {
    const other = elsewhere([]);
    const broken = new ProviderError({ type: "incomplete_response" });
    const agent = createSwitching(scriptedProvider([[{ type: "fail", error: broken }]]));
    await send(agent.loop, "One?");
    agent.set(other);
    await agent.loop.retry();
    expect([agent.rows().at(-1), other.requests]).toEqual([GONE, []]);
  });
});

describe("C12 switching", () => {
  it("takes the whole chat along but for the reasoning, and back again with it", async () => {
    const first = scriptedProvider([thinks("Hm.", "A"), answers("C")]);
    const other = elsewhere([answers("B")]);
    const agent = createSwitching(first);
    await send(agent.loop, "One?");
    agent.set(other);
    await agent.switchProvider();
    await send(agent.loop, "Two?");
    expect(other.requests[0]?.messages[1]).toEqual({ role: "assistant", content: [{ type: "text", text: "A" }] });
    expect([other.requests[0]?.systemPrompt, other.requests[0]?.tools]).toEqual([
      first.requests[0]?.systemPrompt,
      first.requests[0]?.tools,
    ]);
  });

  it("P7 leaves on every answer who gave it", async () => {
    const agent = createSwitching(scriptedProvider([answers("A")]));
    await send(agent.loop, "One?");
    agent.set(elsewhere([answers("B")]));
    await agent.switchProvider();
    await send(agent.loop, "Two?");
    const answered = agent.loop.snapshot().rows.filter((row) => row.type === "answer");
    expect(answered.map(({ recipient }) => recipient)).toEqual(["the script", "llm.example"]);
  });

  it("goes on after the notice that the old one is gone", async () => {
    const agent = createSwitching(scriptedProvider([answers("A")]));
    await send(agent.loop, "One?");
    agent.set(elsewhere([answers("B")]));
    await send(agent.loop, "Two?");
    await agent.switchProvider();
    expect(await agent.loop.retry()).toEqual({ type: "answered" });
    expect(agent.rows().at(-1)).toBe("answer (complete): B");
  });
});

describe("C12 reasoning that a recipient refuses", () => {
  it("stays out for this recipient from then on, but not what it thinks later, nor for anybody else", async () => {
    const provider = scriptedProvider([
      thinks("One.", "A"),
      [{ type: "history_thinking_stripped" }, ...thinks("Two.", "B")],
      answers("C"),
    ]);
    const agent = createSwitching(provider);
    for (const question of ["1?", "2?", "3?"]) await send(agent.loop, question);
    const thoughts = provider.requests.map(({ messages }) =>
      messages.flatMap(({ content }) => content.flatMap((block) => (block.type === "thinking" ? [block.text] : []))),
    );
    expect(thoughts).toEqual([[], ["One."], ["Two."]]);
    const rejected = (await agent.marks()).find(({ type }) => type === "thinking_rejected");
    expect(rejected).toMatchObject({ recipientKey: "anthropic@script", upToSeq: 3 });
    // The history itself is as it was.
    const [header] = await agent.store.list();
    const chat = (await agent.store.load(header?.id ?? ""))?.chat;
    expect(chat?.messages[1]?.content[0]).toEqual({ type: "thinking", text: "One.", signature: "signed One." });
  });
});
