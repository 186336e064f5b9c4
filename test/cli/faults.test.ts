import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Reply } from "../fakes/model-server/reply";
import type { ModelRequest } from "../fakes/model-server/request";
import { askAt, eventsOf, eventsOfType, runInProcess, setUp, tempHome } from "./harness";

/** A model that makes these calls, and answers with what came back. */
function calls(...toolCalls: NonNullable<Reply["toolCalls"]>) {
  return ({ toolResults }: ModelRequest): Reply =>
    toolResults.length === 0 ? { toolCalls } : { text: toolResults.map(({ content }) => content).join("\n") };
}

/** Between its tries a provider waits for one to twenty seconds. Tests do not. */
function skipRetryWaits(): void {
  const realSetTimeout = setTimeout;
  vi.stubGlobal("setTimeout", (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    realSetTimeout(run, ms >= 1_000 && ms <= 20_000 ? 0 : ms, ...args),
  );
}

beforeEach(skipRetryWaits);
afterEach(() => vi.unstubAllGlobals());

describe("bad calls are answered to the model, and the request goes on", () => {
  it("an unknown tool", async () => {
    const place = await setUp(calls({ name: "water_the_plants", input: { litres: 2 } }));
    const asked = await askAt(place, ["--json", "Water them"]);
    expect(eventsOfType(asked, "tool_result")).toMatchObject([
      { name: "water_the_plants", isError: true, summary: "Unknown tool" },
    ]);
    expect(place.server.requests[1]?.toolResults[0]?.content).toMatch(/no tool "water_the_plants".*search_files/);
    expect(asked.code).toBe(0);
  });

  it("broken JSON: such a call never runs", async () => {
    const place = await setUp(calls({ name: "search_files", rawArguments: '{"query": "inv' }));
    const asked = await askAt(place, ["--json", "Find my invoices"]);
    expect(eventsOfType(asked, "tool_result")).toMatchObject([{ isError: true, summary: "Called with wrong values" }]);
    expect(place.server.requests[1]?.toolResults[0]?.content).toMatch(/^NOT run.*one complete JSON object/);
    expect([asked.code, place.server.rejections]).toEqual([0, []]);
  });

  it("wrong types", async () => {
    const place = await setUp(calls({ name: "read_file", input: { path: { deep: [1] } } }));
    const asked = await askAt(place, ["--json", "Read it"]);
    expect(eventsOfType(asked, "tool_result")).toMatchObject([{ isError: true, summary: "Called with wrong values" }]);
    expect(place.server.requests[1]?.toolResults[0]?.content).toMatch(/the arguments are wrong.*path/s);
    expect(asked.code).toBe(0);
  });

  it("50 at once: 15 run, the rest are told as not run, and the request ends there", async () => {
    const many = Array.from({ length: 50 }, () => ({ name: "list_folder", input: { path: "~" } }));
    const place = await setUp(calls(...many), { "a.txt": "a" });
    const asked = await askAt(place, ["--json", "Look"]);
    const summaries = eventsOfType(asked, "tool_result").map(({ summary }) => summary);
    expect(summaries.filter((summary) => summary === "Not run: too many calls")).toHaveLength(35);
    expect(summaries).toHaveLength(50);
    expect(eventsOf(asked).slice(-2)).toMatchObject([
      { type: "notice", text: expect.stringContaining("after 15 tool calls") as string },
      { type: "end", end: "budget_reached" },
    ]);
    expect(asked.code).toBe(1);
  });
});

describe("a model that fails ends the request with a notice and exit code 1", () => {
  it.each<[string, Reply, RegExp]>([
    ["a wrong key", { error: { status: 401, message: "secret detail" } }, /API key/],
    [
      "too many requests",
      { error: { status: 429, message: "secret detail", headers: { "retry-after": "7" } } },
      /Try again in 7 seconds/,
    ],
    ["an error of the server's own", { error: { status: 500, message: "secret detail" } }, /error of its own \(500\)/],
    ["a stream that breaks off", { text: ["Half ", "an ", "answer"], cutAfter: 3 }, /broke/],
    ["an empty answer", { text: "" }, /empty answer/],
  ])("%s", async (_case, reply, notice) => {
    const place = await setUp(() => reply);
    const asked = await askAt(place, ["--json", "Hello"]);
    const notices = eventsOfType(asked, "notice");
    expect(notices).toMatchObject([{ style: "error", text: expect.stringMatching(notice) as string }]);
    expect(JSON.stringify(notices)).not.toContain("secret detail");
    expect(eventsOf(asked).at(-1)).toMatchObject({ type: "end", end: "failed" });
    expect(asked.code).toBe(1);
  });

  it("nobody at the address", async () => {
    const place = await setUp(() => ({ text: "gone" }));
    await place.server.stop();
    const { code, status } = await askAt(place, ["Hello"]);
    expect(code).toBe(1);
    expect(status).toMatch(/Nothing answers on this Mac at 127\.0\.0\.1:\d+/);
  });

  it("no model at all: the flags that set one are named", async () => {
    const nowhere = ["--base-url", "http://127.0.0.1:1/v1"];
    const { code, status } = await runInProcess(["--home", await tempHome(), ...nowhere, "Hello"]);
    expect(code).toBe(1);
    expect(status).toBe(
      "! No model is ready to answer. Server: Nothing answers on this Mac at 127.0.0.1:1. Start the server, such as Ollama or LM Studio, and try again.\n" +
        "    In the terminal the preferences are flags: see --help.\n" +
        "    --check says how each provider stands.\n",
    );
  });

  it.each<[string, Reply]>([
    ["never begins to answer", { never: true }],
    ["begins and then says nothing", { hang: true }],
  ])("a model that %s is stopped by Ctrl-C, and answers the next question", async (_case, silent) => {
    const asked = Promise.withResolvers<undefined>();
    const place = await setUp((request) => {
      if (request.lastUserText !== "Hello") return { text: "Here." };
      asked.resolve(undefined);
      return silent;
    });
    const { code, status, out } = await askAt(place, [], {
      lines: ["Hello", "Still there?"],
      interrupt: asked.promise,
    });
    expect(status).toContain("i Stopped.");
    expect([out, code]).toEqual(["Here.\n", 0]);
    expect(place.server.rejections).toEqual([]);
  });
});

describe("bad questions are not sent", () => {
  const NO_ANSWER = { code: 1, out: "" };

  it.each([[""], ["  \n "]])("an empty one (%j)", async (question) => {
    const place = await setUp(() => ({ text: "Yes?" }));
    const asked = await askAt(place, [question]);
    expect(asked).toMatchObject(NO_ANSWER);
    expect(asked.status).toContain("The question is empty.");
    expect(place.server.requests).toEqual([]);
  });

  it("one of 1 MB; the chat goes on with the next", async () => {
    const place = await setUp(() => ({ text: "Hello." }));
    const asked = await askAt(place, ["--json"], { lines: ["x".repeat(1_000_000), "Hello"] });
    expect(eventsOf(asked)).toMatchObject([
      { type: "notice", text: expect.stringContaining("too long to send") as string },
      { type: "end", end: "not_sent" },
      { type: "route" },
      { type: "text", text: "Hello." },
      { type: "end", end: "answered" },
    ]);
    expect(place.server.requests).toHaveLength(1);
    expect(asked.code).toBe(0);
  });
});
