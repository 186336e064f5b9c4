import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { runAsk } from "../../src/cli/run-ask";
import { eventsOf, eventsOfType, runInProcess, tempHome, typed, type Asked } from "../cli/harness";
import { ENDPOINTS, type Endpoint } from "./endpoints";
import { startModel, type Model } from "./model";
import * as script from "./script";

const KEY = "sk-of-the-person";

/** A gateway that loses the model may end the connection, or own up with a 500. */
const BROKEN = /^(?:The answer broke off|The connection to .* broke|The provider had an error of its own \(500\))/;

const shownBy = (asked: Asked) =>
  eventsOfType(asked, "text")
    .map(({ text }) => z.string().parse(text))
    .join("");

/** The calls of a request, as the model keeps those of both formats: name, input and result. */
function calls(body: unknown): [name: string, input: unknown, result: unknown][] {
  const { messages } = requestSchema.parse(body);
  const results = new Map(messages.map(({ tool_call_id, content }) => [tool_call_id, content]));
  return messages
    .flatMap(({ tool_calls = [] }) => tool_calls)
    .map(({ id, function: { name, arguments: input } }) => [name, JSON.parse(input), results.get(id)]);
}

const callSchema = z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) });
const requestSchema = z.object({
  messages: z.array(
    z.object({
      content: z.unknown(),
      tool_calls: z.array(callSchema).optional(),
      tool_call_id: z.string().optional(),
    }),
  ),
});

/** A server of Messages gets the key another way first. */
const REFUSED_KEY: [number, string, RegExp] = [401, "Invalid API key.", /did not accept the API key/];

const titleOf = ({ name, format }: Endpoint) =>
  format === "openai" ? `P3 Chat Completions of ${name}` : `P2 Messages of ${name}`;

describe.each(ENDPOINTS.map((endpoint) => [titleOf(endpoint), endpoint] as const))("%s", (_title, endpoint) => {
  const { format, model: name, path, start, hidesErrors, isWhole } = endpoint;
  let model: Model;
  let stop: () => Promise<void>;
  let url: string;

  beforeAll(async () => {
    model = await startModel(script.SCRIPT);
    const gateway = await start?.(model.url);
    url = `${(gateway ?? model).url}${path}`;
    stop = async () => {
      await gateway?.stop();
      await model.stop();
    };
  });
  beforeEach(() => model.reset());
  afterAll(() => stop());

  const flags = (home: string) =>
    ["--json", "--home", home, "--provider", format, "--base-url", url].concat("--model", name, "--key-env", "KEY");

  const ask = async (home: string, ...args: string[]) => {
    const asked = await runInProcess([...flags(home), ...args], { lines: ["run"], env: { KEY } });
    expect(asked.out + asked.status).not.toContain(KEY);
    return asked;
  };

  /** Asks once: how it ended, what the person was shown, and with what statuses the model had answered. */
  const askOnce = async (question: string) => {
    const asked = await ask(await tempHome(), question);
    return {
      code: asked.code,
      text: shownBy(asked),
      notices: eventsOfType(asked, "notice").map((notice) => notice["text"]),
      statuses: (await model.exchanges()).map(({ status }) => status),
    };
  };

  it("answers with tools, changes a file once its form is approved, and goes on in the same chat", async () => {
    const home = await tempHome(script.FILES);
    const asked = await ask(home, script.QUESTION);
    expect(asked.code, asked.out).toBe(0);
    const told = eventsOf(asked).filter(({ type }) => !["text", "tool_call", "route"].some((other) => other === type));
    // Calls of one turn run at once, and end in any order.
    expect(told.slice(0, 2).map(({ name, status }) => [name, status])).toEqual(
      expect.arrayContaining([
        ["list_folder", "completed"],
        ["read_file", "completed"],
      ]),
    );
    expect(told.slice(2)).toMatchObject([
      { type: "approval", name: "create_file" },
      { type: "tool_result", name: "create_file", status: "completed" },
      { type: "disclosure" },
      { type: "end", end: "answered" },
    ]);
    expect(shownBy(asked)).toBe(script.FIRST_WORDS + script.ANSWER);
    expect(await readFile(join(home, "note.md"), "utf8")).toBe(script.NOTE);

    const askedNext = await ask(home, "--chat", "last", script.NEXT_QUESTION);
    expect(shownBy(askedNext)).toBe(script.NEXT_ANSWER);
    // Four requests, each taken at once: nothing was refused, and nothing tried again.
    const exchanges = await model.exchanges();
    expect(exchanges.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    // The whole chat has arrived, whatever it was turned into on its way: the calls as made, and each with its result.
    const last = exchanges.at(-1)?.body;
    expect(calls(last)).toEqual([
      ["list_folder", { path: "~" }, expect.stringContaining("~/trip.md")],
      ["read_file", { path: "~/trip.md" }, expect.stringContaining("from platform 12.")],
      ["create_file", { path: "~/note.md", content: script.NOTE }, expect.stringContaining("Created ~/note.md")],
    ]);
    for (const said of [script.FIRST_WORDS, script.ANSWER]) expect(JSON.stringify(last)).toContain(said);
  });

  it.runIf(format === "openai" && start === undefined)("gives reasoning back in the field it came in", async () => {
    await ask(await tempHome(script.FILES), script.QUESTION);
    const [first, ...next] = await model.exchanges();
    expect(first?.body).not.toHaveProperty("messages.2");
    for (const { body } of next) expect(body).toHaveProperty("messages.2.reasoning_content", script.REASONING);
  });

  it.skipIf(isWhole)("shows an answer while the model is still writing it", async () => {
    const times: number[] = [];
    const code = await runAsk([...flags(await tempHome()), script.STORY_QUESTION], {
      env: { KEY },
      output: {
        out: (line) => {
          if (line.startsWith('{"type":"text"')) times.push(performance.now());
        },
        status: () => undefined,
      },
      openLines: () => typed([]),
    });
    expect(code).toBe(0);
    expect(times.length).toBeGreaterThan(5);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(script.STORY_MS / 2);
  });

  it.each([429, 500])("tries again after a %i, and answers", async (status) => {
    await model.failOnce(status, "Try again later.");
    expect(await askOnce(script.NEXT_QUESTION)).toEqual({
      code: 0,
      text: script.NEXT_ANSWER,
      notices: [],
      statuses: [status, 200],
    });
  });

  it
    .skipIf(hidesErrors)
    .each([
      [400, "prompt is too long: 250000 tokens > 200000 maximum", /too long for the model/],
      ...(format === "openai" ? [REFUSED_KEY] : []),
      [404, `The model ${name} does not exist.`, /^The model ".*scripted" is not on this Mac\./],
    ])("says what a %i means, and does not try again", async (status, message, words) => {
    await model.failOnce(status, message);
    const { code, notices, statuses } = await askOnce(script.NEXT_QUESTION);
    expect({ code, notices, statuses }).toEqual({
      code: 1,
      notices: [expect.stringMatching(words)],
      statuses: [status],
    });
  });

  it.skipIf(hidesErrors || format === "openai")("sends the key as a bearer token after a 401", async () => {
    await model.failOnce(401, "Invalid API key.");
    const { code, notices, statuses } = await askOnce(script.NEXT_QUESTION);
    expect({ code, notices, statuses }).toEqual({ code: 0, notices: [], statuses: [401, 200] });
  });

  it("takes no answer that is cut for a whole one", async () => {
    const { code, text, notices } = await askOnce(script.CUT_QUESTION);
    expect({ code, notices }).toEqual({ code: 1, notices: [expect.stringMatching(BROKEN)] });
    expect(script.STORY.startsWith(text)).toBe(true);
    if (!isWhole) expect(text).not.toBe("");
  });

  it.skipIf(hidesErrors)("says so where the answer is not a stream of events but broken JSON", async () => {
    await model.disturb({ malformedRate: 1 });
    expect(await askOnce(script.NEXT_QUESTION)).toMatchObject({
      code: 1,
      text: "",
      notices: [expect.stringMatching(BROKEN)],
    });
  });

  it("says so where the model hangs up on every try", async () => {
    await model.disturb({ disconnectRate: 1 });
    const { code, notices, statuses } = await askOnce(script.NEXT_QUESTION);
    expect({ code, notices }).toEqual({ code: 1, notices: [expect.stringMatching(BROKEN)] });
    expect(statuses).toHaveLength(3);
  });
});
