import { describe, expect, it } from "vitest";
import * as z from "zod";
import { ProviderError } from "../../src/agent/ports/provider-error";
import { readEventStream, type ServerSentEvent } from "../../src/providers/http/event-stream";
import { fixtureNames, piecesOf, readFixture, readJsonFixture, splits, WITHOUT_FIXTURES } from "./fixtures";
import { anthropicWith, ask, openAIWith, shownText, sse } from "./harness";

/** A body, and the provider that it answers. */
type Body = { name: string; bytes: Uint8Array; ask: typeof openAIWith };

const bodiesIn = (folder: string, provider: Body["ask"]): Body[] =>
  fixtureNames(folder).map((name) => ({
    name: `${folder}/${name}`,
    bytes: readFixture(`${folder}/${name}`),
    ask: provider,
  }));

const anthropic: Body["ask"] = (pieces) => anthropicWith(pieces, { model: "claude-haiku-4-5" });

function everyBody(): Body[] {
  if (WITHOUT_FIXTURES !== "") return [];
  const hostile = z.array(z.object({ name: z.string(), chunks: z.array(z.unknown()) }));
  const cases = z.array(z.object({ name: z.string(), chunks: z.array(z.string()) }));
  return [
    ...bodiesIn("streams/openai-compatible", openAIWith),
    ...bodiesIn("streams/anthropic", anthropic),
    ...bodiesIn("anthropic-raw", anthropic),
    ...hostile.parse(readJsonFixture("hostile-chat-completions.json")).map(({ name, chunks }) => ({
      name: `hostile ${name}`,
      bytes: Buffer.from(sse(...chunks)),
      ask: openAIWith,
    })),
    ...cases.parse(readJsonFixture("sse-cases.json")).map(({ name, chunks }) => ({
      name: `sse ${name}`,
      bytes: Buffer.from(chunks.join("")),
      ask: openAIWith,
    })),
  ];
}

/** What a person gets of an answer, however it went. */
async function result(body: Body, pieces: readonly Uint8Array[]) {
  const outcome = await ask(body.ask(pieces));
  const { turn, error, events } = outcome;
  const notes = events.filter(({ type }) => type !== "text_delta" && type !== "end");
  return { text: shownText(outcome), notes, turn, error: error instanceof ProviderError ? error.detail : error };
}

async function eventsOf(pieces: readonly Uint8Array[]): Promise<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const events: ServerSentEvent[] = [];
  async function* text() {
    for (const piece of pieces) yield await Promise.resolve(decoder.decode(piece, { stream: true }));
  }
  for await (const batch of readEventStream(text())) events.push(...batch);
  return JSON.stringify(events);
}

/** Cutting in two at every byte costs the square of the length, which a long stream of short events needs less than others. */
const SHORT = 5_000;

describe.skipIf(WITHOUT_FIXTURES)(`P1 however the network cuts a body${WITHOUT_FIXTURES}`, () => {
  const bodies = everyBody();
  const named = (list: Body[]) => list.map((body) => [body.name, body] as const);

  it("all streams and cases of the fixtures are there", () => {
    expect(bodies).toHaveLength(18 + 21 + 6 + 46 + 30);
  });

  it.each(named(bodies))("%s is the same turn, byte by byte", async (_name, body) => {
    expect(await result(body, piecesOf(body.bytes, 1))).toEqual(await result(body, [body.bytes]));
  });

  it.each(named(bodies.filter(({ bytes }) => bytes.length <= SHORT)))(
    "%s holds the same events, cut in two at every byte",
    async (_name, { bytes }) => {
      const whole = await eventsOf([bytes]);
      for (const pieces of splits(bytes)) if ((await eventsOf(pieces)) !== whole) expect(pieces).toBe(whole);
    },
  );

  it.each(named(bodies.filter(({ bytes }) => bytes.length > SHORT)))(
    "%s holds the same events, in pieces of 2 and 13 bytes from every byte on",
    async (_name, { bytes }) => {
      const whole = await eventsOf([bytes]);
      for (const size of [2, 13]) {
        for (let first = 1; first <= size; first++) {
          expect((await eventsOf(piecesOf(bytes, size, first))) === whole, `${size} bytes from ${first} on`).toBe(true);
        }
      }
    },
  );
});
