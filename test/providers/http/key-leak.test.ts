import fc from "fast-check";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hideKeys } from "../../../src/providers/http/hide-keys";
import { createAnthropicProvider } from "../../../src/providers/anthropic/anthropic-provider";
import { createOpenAIProvider } from "../../../src/providers/openai/openai-provider";
import { ask, instantClock, respond, scriptedFetch, shownText, sse } from "../harness";

const KEY = 'sk-live+SECRET/"0123456789';
const SHORT_KEY = "SECRETKEY";

const text = (content: string) => ({ choices: [{ delta: { content } }] });
const said = (key: string) => `Incorrect API key provided: ${key}. Headers: Bearer ${key}`;
const spellings = (key: string) => [key, encodeURIComponent(key), btoa(key), JSON.stringify(key).slice(1, -1)];

// Stack traces, which hold no data, take most of the time of looking into an error.
const { stackTraceLimit } = Error;
beforeAll(() => void (Error.stackTraceLimit = 0));
afterAll(() => void (Error.stackTraceLimit = stackTraceLimit));

/** Whatever may be stored, shown or logged of a turn. */
async function traces(key: string, reply: () => Response): Promise<string[]> {
  const outcomes = [];
  for (const create of [createOpenAIProvider, createAnthropicProvider]) {
    const { fetch } = scriptedFetch(reply);
    const provider = create({
      model: "m",
      apiKey: key,
      baseUrl: `https://models.example.com/v1?key=${encodeURIComponent(key)}`,
      fetch,
      clock: instantClock().clock,
    });
    outcomes.push({ ...(await ask(provider)), recipient: provider.recipient, key: provider.recipientKey });
  }
  return outcomes.map((outcome) => inspect(outcome, { depth: 12, maxStringLength: null, showHidden: true }));
}

const STATUSES = [307, 400, 401, 402, 403, 404, 405, 407, 413, 418, 422, 429, 500, 502, 503, 511, 521, 529];

describe("P5 a key never appears in an error, an event or a name", () => {
  const replies: [string, (key: string) => Response][] = [
    ...STATUSES.flatMap((status): [string, (key: string) => Response][] => [
      [`${String(status)} JSON`, (key) => respond([JSON.stringify({ error: { message: said(key) } })], { status })],
      [`${String(status)} HTML`, (key) => respond([`<html>${said(key)}</html>`], { status })],
      [`${String(status)} encoded`, (key) => respond([said(btoa(key)) + encodeURIComponent(key)], { status })],
    ]),
    ["an error in the stream", (key) => respond([sse({ error: { message: said(key) } })])],
    ["an Anthropic error in the stream", (key) => respond([sse({ type: "error", error: { message: said(key) } })])],
    ["an error as the whole answer", (key) => respond([JSON.stringify({ error: { message: said(key) } })])],
    ["plain text", (key) => respond([said(key)])],
    [
      "a failure of fetch",
      (key) => {
        throw new TypeError("fetch failed", { cause: new Error(said(key)) });
      },
    ],
  ];

  it.each(replies)("%s", async (_what, reply) => {
    for (const key of [KEY, SHORT_KEY]) {
      const left = (await traces(key, () => reply(key))).flatMap((trace) =>
        spellings(key).filter((spelling) => trace.includes(spelling)),
      );
      expect(left).toEqual([]);
    }
  });

  it("nor in the answer of a server that repeats what it got, in text and in blocks that nobody knows", async () => {
    const [chat] = await traces(KEY, () => respond([sse(text(said(KEY)), "[DONE]")]));
    expect(chat).toContain("Incorrect API key provided: [key]");
    const block = { type: "debug", headers: { "x-api-key": KEY } };
    const events = [
      { type: "message_start", message: { id: "m" } },
      { type: "content_block_start", index: 0, content_block: block },
      { type: "content_block_stop", index: 0 },
      { type: "message_stop" },
    ];
    const [, messages] = await traces(KEY, () => respond([sse(...events)]));
    expect(messages).toContain("[key]");
    expect([chat, messages].join().includes(KEY)).toBe(false);
  });

  it.each(["key", "api-key", "access_token", "subscription-key", "code"])(
    "nor where it stands in the address alone, as %s",
    async (parameter) => {
      const baseUrl = `https://models.example.com/v1?${parameter}=${encodeURIComponent(KEY)}&api-version=2030-01-01-preview`;
      const page = `Cannot POST /v1/chat/completions?${parameter}=${encodeURIComponent(KEY)}&v=2030-01-01-preview`;
      for (const reply of [() => respond([sse(text(page), "[DONE]")]), () => respond([page], { status: 500 })]) {
        const { fetch } = scriptedFetch(reply);
        const outcome = await ask(createOpenAIProvider({ model: "m", baseUrl, fetch, clock: instantClock().clock }));
        const trace = inspect(outcome, { depth: 12, maxStringLength: null, showHidden: true });
        expect(spellings(KEY).filter((spelling) => trace.includes(spelling))).toEqual([]);
        expect(trace).toContain("=[key]&v=2030-01-01-preview");
      }
    },
  );

  it("but a word that a local server wants for a key may be in an answer", async () => {
    const { fetch } = scriptedFetch(() => respond([sse(text("Start it with ollama serve."), "[DONE]")]));
    const provider = createOpenAIProvider({ model: "m", apiKey: "ollama", baseUrl: "localhost:11434", fetch });
    expect(shownText(await ask(provider))).toBe("Start it with ollama serve.");
  });
});

describe("P5 a key that the pieces of a stream cut in two", () => {
  /** A turn whose text, reasoning and arguments hold the key, cut everywhere into pieces of so many characters. */
  function chunks(size: number): object[] {
    const cut = (whole: string) => whole.match(new RegExp(`.{1,${String(size)}}`, "gsu")) ?? [];
    const args = JSON.stringify({ path: `/x/${KEY}`, more: "s" });
    return [
      ...cut(`I think ${KEY}.`).map((reasoning) => ({ choices: [{ delta: { reasoning } }] })),
      ...cut(said(KEY)).map(text),
      { choices: [{ delta: { tool_calls: [{ index: 0, id: "a", function: { name: "f", arguments: "" } }] } }] },
      ...cut(args).map((piece) => ({
        choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: piece } }] } }],
      })),
    ];
  }
  const finish = { choices: [{ delta: {}, finish_reason: "tool_calls" }] };

  async function askWith(events: readonly unknown[], isCut = false) {
    // Each event in a piece of its own, as a server sends them.
    const { fetch } = scriptedFetch(() => respond(events.map((event) => sse(event))));
    const outcome = await ask(createOpenAIProvider({ model: "m", apiKey: KEY, baseUrl: "localhost:11434", fetch }));
    if (!isCut) expect(outcome.error).toBeUndefined();
    return outcome;
  }

  it.each([1, 2, 7, 13, 25])("in %i characters is not in what is shown, nor in the turn", async (size) => {
    const outcome = await askWith([...chunks(size), finish, "[DONE]"]);
    const hidden = said("[key]");
    expect(shownText(outcome)).toBe(hidden);
    const input = { path: "/x/[key]", more: "s" };
    expect(outcome.turn?.content).toEqual([
      { type: "thinking", text: "I think [key].", field: "reasoning" },
      { type: "text", text: hidden },
      { type: "tool_use", id: "a", name: "f", input, rawInput: JSON.stringify(input) },
    ]);
  });

  it("holds back no more than may be a key, gives it before what follows, and loses nothing at the end", async () => {
    const call = { choices: [{ delta: { tool_calls: [{ id: "a", function: { name: "f", arguments: "{}" } }] } }] };
    const { events } = await askWith([text("tasks"), text("k-"), text("lives"), call, text(" sk-live"), finish]);
    expect(events.slice(0, -1)).toEqual([
      { type: "text_delta", text: "task" },
      { type: "text_delta", text: "sk-live" },
      { type: "text_delta", text: "s" },
      { type: "tool_call_started", id: "a", name: "f" },
      { type: "text_delta", text: " " },
      { type: "text_delta", text: "sk-live" },
    ]);
  });

  it("gives what it held back before an error as well", async () => {
    for (const last of [{ error: { type: "overloaded_error" } }, text("")]) {
      const outcome = await askWith([text("That is s"), last], true);
      expect(shownText(outcome)).toBe("That is s");
      expect(outcome.error).toBeDefined();
    }
  });

  it("in a note on what the model does", async () => {
    const delta = (value: object) => ({ type: "content_block_delta", index: 0, delta: value });
    const { fetch } = scriptedFetch(() =>
      respond([
        sse(
          { type: "message_start", message: { id: "m" } },
          { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } },
          ...Array.from(`Trying ${KEY}`).map((thinking) => delta({ type: "thinking_delta", thinking })),
          { type: "content_block_stop", index: 0 },
          { type: "message_delta", delta: { stop_reason: "end_turn" } },
          { type: "message_stop" },
        ),
      ]),
    );
    const { events } = await ask(createAnthropicProvider({ model: "claude-sonnet-5-5", apiKey: KEY, fetch }));
    expect(events[0]).toEqual({ type: "progress_note", text: "Trying [key]" });
  });
});

describe("P5 hiding a key in a body", () => {
  async function hidden(...pieces: string[]): Promise<string[]> {
    const given: string[] = [];
    // eslint-disable-next-line @typescript-eslint/require-await -- the body of a response is asynchronous
    async function* body() {
      yield* pieces;
    }
    for await (const piece of hideKeys(body(), [KEY])) given.push(piece);
    return given;
  }

  it("finds it however the network cuts the text, and changes nothing else", async () => {
    const part = fc.constantFrom(KEY, "sk-", "sk-live", "S", " ", "\n", "sk-live+SECRET/", "data: x\n\n");
    await fc.assert(
      fc.asyncProperty(fc.array(part), fc.array(fc.nat(40)), async (parts, cuts) => {
        const whole = parts.join("");
        const pieces: string[] = [];
        let rest = whole;
        for (const cut of cuts) {
          pieces.push(rest.slice(0, cut));
          rest = rest.slice(cut);
        }
        expect((await hidden(...pieces, rest)).join("")).toBe(whole.replaceAll(KEY, "[key]"));
      }),
    );
  });

  it("holds no complete event back", async () => {
    expect(await hidden("data: a\n\n", "data: s", "k\n\n")).toEqual(["data: a\n\n", "data: ", "sk\n\n"]);
  });
});
