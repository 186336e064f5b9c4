import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { ProviderError } from "../../../src/agent/ports/provider-error";
import { systemClock } from "../../../src/providers/http/clock";
import { readEventStream, type ServerSentEvent } from "../../../src/providers/http/event-stream";
import { readBody } from "../../../src/providers/http/read-body";
import { startWatchdog } from "../../../src/providers/http/watchdog";
import { readJsonFixture, WITHOUT_FIXTURES } from "../fixtures";
import { respond } from "../harness";

const destination = { type: "server", address: "example.com" } as const;

async function eventsOf(pieces: readonly (string | Uint8Array)[]): Promise<ServerSentEvent[]> {
  const watchdog = startWatchdog(new AbortController().signal, systemClock, destination);
  const events: ServerSentEvent[] = [];
  try {
    for await (const batch of readEventStream(readBody(respond(pieces).body, watchdog, destination)))
      events.push(...batch);
  } finally {
    watchdog.stop();
  }
  return events;
}

const dataOf = async (...pieces: string[]) => (await eventsOf(pieces)).map((event) => event.data);

describe("P1 readEventStream", () => {
  it("ends lines at LF, CRLF and CR, also where the network cuts a CRLF", async () => {
    expect(await dataOf("data: a\n\ndata: b\r\n\r\ndata: c\r\r")).toEqual(["a", "b", "c"]);
    expect(await dataOf("data: a\r", "\ndata: b\r\n", "\r\n")).toEqual(["a\nb"]);
  });

  it("skips one byte order mark, comments and fields it does not use", async () => {
    expect(await dataOf("\uFEFFdata: a\n\n", ": keep-alive\n\n", "retry: 5\nid: 7\nsomething: x\ndata:b\n\n")).toEqual([
      "a",
      "b",
    ]);
  });

  it("skips no second byte order mark: its line is a field that nobody knows", async () => {
    expect(await dataOf("\uFEFF\uFEFFdata: a\n\ndata: b\n\n")).toEqual(["b"]);
  });

  it("gives the type of an event", async () => {
    expect(await eventsOf(["event: error\ndata: x\n\n"])).toEqual([{ event: "error", data: "x" }]);
  });

  it("gives the last event where the body ends without a blank line", async () => {
    expect(await dataOf("data: a\n\ndata: [DONE]")).toEqual(["a", "[DONE]"]);
    expect(await dataOf("data: a\n\ndata: b\n")).toEqual(["a", "b"]);
  });

  it("takes a JSON body as one event", async () => {
    expect(await dataOf(' \n{"type":', '\n\n"b"}')).toEqual([' \n{"type":\n\n"b"}']);
  });

  it("never takes a web page for an answer", async () => {
    await expect(dataOf("\n <!DOCTYPE", " html>")).rejects.toEqual(new ProviderError({ type: "invalid_base_url" }));
  });

  it("ends a stream without end", async () => {
    const event = `data: ${"x".repeat(1024 * 1024 - 8)}\n\n`;
    let given = 0;
    // eslint-disable-next-line @typescript-eslint/require-await -- a body is asynchronous
    async function* body() {
      for (;;) yield event;
    }
    const read = async () => {
      for await (const batch of readEventStream(body())) given += batch.length;
    };
    await expect(read()).rejects.toMatchObject({
      detail: { type: "incomplete_response" },
      cause: "a stream over 128 MiB",
    });
    expect(given).toBe(128);
  });

  it("refuses an event over 16 MiB, however its lines are made", async () => {
    const megabyte = "x".repeat(1024 * 1024);
    const tooLarge = new ProviderError({ type: "incomplete_response" });
    await expect(dataOf("data: ", ...Array.from({ length: 17 }, () => megabyte))).rejects.toEqual(tooLarge);
    await expect(dataOf(...Array.from({ length: 17 }, () => `data: ${megabyte}\n`))).rejects.toEqual(tooLarge);
    await expect(dataOf("{", ...Array.from({ length: 17 }, () => megabyte))).rejects.toEqual(tooLarge);
    expect(await dataOf("data: ", ...Array.from({ length: 15 }, () => megabyte), "\n\n")).toHaveLength(1);
  });

  it("gives the same events wherever the bytes are cut", async () => {
    const line = fc.constantFrom("data: Grüße 🌍", "data:x", "data: ", ": note", "event: ping", "id: 1", "", "junk");
    const ending = fc.constantFrom("\n", "\r\n", "\r");
    const body = fc
      .array(fc.tuple(line, ending), { maxLength: 12 })
      .map((lines) => `data: 0\n\n${lines.flat().join("")}`);
    await fc.assert(
      fc.asyncProperty(body, fc.array(fc.nat(200), { maxLength: 6 }), async (text, cuts) => {
        const bytes = new TextEncoder().encode(text);
        const ends = [...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
        const pieces = ends.map((end, position) => bytes.subarray(ends[position - 1] ?? 0, end));
        expect(await eventsOf(pieces)).toEqual(await eventsOf([bytes]));
      }),
      { numRuns: 200 },
    );
  });
});

const caseSchema = z.object({
  name: z.string(),
  chunks: z.array(z.string()),
  expected: z.array(z.object({ data: z.string().optional(), event: z.string().optional() })),
});

const WRONG_CASE = "getInvalidBomFixtureStream";

describe.skipIf(WITHOUT_FIXTURES)(`P1 server-sent event cases${WITHOUT_FIXTURES}`, () => {
  const cases = WITHOUT_FIXTURES === "" ? z.array(caseSchema).parse(readJsonFixture("sse-cases.json")) : [];

  it("are all 30 there", () => {
    expect(cases).toHaveLength(30);
  });

  const right = cases.filter(({ name }) => name !== WRONG_CASE);

  it.each(right.map((item) => [item.name, item] as const))("%s", async (_name, { chunks, expected }) => {
    const events = expected.flatMap(({ data, event }) => (data === undefined ? [] : [{ data, event }]));
    const received = await eventsOf(chunks);
    // An event without its blank line is given here, and dropped there.
    const closed = /(?:\n\n|\r\r|\r\n\r\n)$/.test(chunks.join(""));
    expect(received.slice(0, closed ? undefined : events.length)).toEqual(events);
  });

  // Its expectation is wrong for bytes. It was recorded from a parser of text, which knows the mark by its three bytes alone
  // and took U+FEFF at the start for a part of the first field's name. The standard has a decoder skip one mark there; only
  // one in the middle makes its line a field that nobody knows.
  it(`${WRONG_CASE}, but the mark at the start skipped`, async () => {
    const { chunks = [] } = cases.find(({ name }) => name === WRONG_CASE) ?? {};
    expect(chunks.slice(0, 2)).toEqual(["\uFEFFdata: bomful 1\n\n", "\uFEFFdata: bomful 2\n\n"]);
    expect(await eventsOf(chunks)).toEqual([{ data: "bomful 1" }, { data: "bomless 3" }, { event: "done", data: "✔" }]);
  });
});
