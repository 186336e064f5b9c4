import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { terminalHost } from "../../src/cli/terminal-host";
import { createOrbit } from "../../src/compose";
import type { Reply } from "../fakes/model-server/reply";
import type { ModelRequest } from "../fakes/model-server/request";
import { listen } from "../providers/raw-server";
import { askAt, eventsOf, eventsOfType, runInProcess, setUp, type Asked, type Place } from "./harness";

/** A model that says how many questions it has seen in the chat, and which was the last. */
function counts({ messages, lastUserText }: ModelRequest): Reply {
  const questions = messages.filter(({ role }) => role === "user").length;
  return { text: `${questions}: ${lastUserText}` };
}

const chatOf = (asked: Asked) => z.string().parse(eventsOf(asked).at(-1)?.["chat"]);

describe("M2.4 an interactive chat", () => {
  it("takes question after question in one chat, and ends with the input", async () => {
    const place = await setUp(counts);
    const { code, out, status } = await askAt(place, [], { lines: ["one", "two"] });
    expect([code, out]).toEqual([0, "1: one\n2: two\n"]);
    expect(status).toBe(
      "Orbit in the terminal. Write a question, or /new, /retry, /switch, /quit.\n" +
        "· Asking the model on this Mac (scripted)…\n",
    );
  });

  it("starts over with /new, and ends with /quit", async () => {
    const place = await setUp(counts);
    const { out } = await askAt(place, [], { lines: ["one", "/new", "two", " /quit ", "three"] });
    expect(out).toBe("1: one\n1: two\n");
  });

  it("asks the last question again with /retry, also in a chat that was opened again", async () => {
    let tries = 0;
    const place = await setUp((request) => {
      tries += 1;
      return { text: `try ${tries}, ${counts(request).text?.toString() ?? ""}` };
    });
    const asked = await askAt(place, ["--json"], { lines: ["one", "/retry"] });
    expect(eventsOfType(asked, "text").map(({ text }) => text)).toEqual(["try 1, 1: one", "try 2, 1: one"]);
    const again = await askAt(place, ["--chat", "last"], { lines: ["/retry"] });
    expect([again.code, again.out]).toEqual([0, "try 3, 1: one\n"]);
  });

  it("says that there is nothing to try again", async () => {
    const { code, status } = await askAt(await setUp(counts), [], { lines: ["/retry"] });
    expect(status).toContain("There is nothing to try again.");
    expect(code).toBe(1);
  });

  it("takes a mistyped command for no question, but a path for one", async () => {
    const place = await setUp(counts);
    const { out, status } = await askAt(place, [], { lines: ["/exit", "/etc/hosts"] });
    expect(status).toContain("There is no command /exit. Write a question, or /new, /retry, /switch, /quit.");
    expect(out).toBe("1: /etc/hosts\n");
  });

  it("gives 1 when no answer came: nothing asked, or nothing answered", async () => {
    expect((await askAt(await setUp(counts), [])).code).toBe(1);
    const failing = await setUp(() => ({ error: { status: 401 } }));
    expect((await askAt(failing, [], { lines: ["one"] })).code).toBe(1);
  });

  it("leaves a form with Ctrl-C, and takes the next question", async () => {
    const place = await setUp(({ lastUserText }) =>
      lastUserText === "write" ? { toolCalls: [WRITE] } : { text: lastUserText },
    );
    const { out, status } = await askAt(place, [], { lines: ["write", "ctrl-c", "next"] });
    expect(status).toContain("i Stopped.");
    // To stop is not to say no: the model would be told so.
    expect(status).not.toContain("you said no");
    expect(out).toBe("next\n");
    expect(existsSync(join(place.home, "a.txt"))).toBe(false);
    expect(place.server.rejections).toEqual([]);
  });
});

describe("M2.4 --chat", () => {
  it("goes on with the last chat, or with one by its id, and says which", async () => {
    const place = await setUp(counts);
    const first = await askAt(place, ["--json", "one"]);
    const second = await askAt(place, ["--json", "two"]);
    const last = await askAt(place, ["--json", "--chat", "last", "three"]);
    expect(last.status).toBe('Going on with the chat "two".\n');
    expect([chatOf(last), eventsOf(last)[1]]).toEqual([chatOf(second), { type: "text", text: "2: three" }]);
    const byId = await askAt(place, ["--chat", chatOf(first), "four"]);
    const status = 'Going on with the chat "one".\n· Asking the model on this Mac (scripted)…\n';
    expect(byId).toEqual({ code: 0, out: "2: four\n", status });
  });

  it("new is what it does without the flag", async () => {
    const place = await setUp(counts);
    await askAt(place, ["one"]);
    expect((await askAt(place, ["--chat", "new", "two"])).out).toBe("1: two\n");
  });

  it("an unknown chat is a wrong command line, and nothing is asked", async () => {
    const place = await setUp(counts);
    const last = await askAt(place, ["--chat", "last", "one"]);
    expect(last).toMatchObject({ code: 2, status: "There is no chat yet.\nSee: npm run ask -- --help\n" });
    const byId = await askAt(place, ["--chat", "nowhere", "one"]);
    expect(byId).toMatchObject({ code: 2, status: 'There is no chat "nowhere".\nSee: npm run ask -- --help\n' });
    expect(place.server.requests).toEqual([]);
  });
});

describe("P7 a chat and the model that it is with", () => {
  const modelOf = (asked: Asked) => eventsOf(asked).at(-1)?.["route"];
  const withModel = (model: string) => expect.objectContaining({ model }) as unknown;
  const flags = ({ home, server }: Place, ...more: string[]) => [
    "--home",
    home,
    "--base-url",
    `${server.url}/v1`,
    ...more,
  ];

  it("goes on with its model where a flag names another, and says so", async () => {
    const place = await setUp(counts);
    await runInProcess(flags(place, "--model", "m1", "one"));
    const next = await runInProcess(flags(place, "--model", "m2", "--chat", "last", "two"));
    expect(next.out).toBe("2: two\n");
    expect(next.status).toBe(
      'Going on with the chat "one".\n' +
        "This chat stays with the model on this Mac (m1). --switch goes on with the model that the flags name.\n" +
        "· Asking the model on this Mac (m1)…\n",
    );
  });

  it("--switch moves it, which is said", async () => {
    const place = await setUp(counts);
    await runInProcess(flags(place, "--model", "m1", "one"));
    const next = await runInProcess(flags(place, "--model", "m2", "--chat", "last", "--switch", "two"));
    expect(next.status).toBe(
      'Going on with the chat "one".\n' +
        "i From here on, m2 answers (the model on this Mac).\n" +
        "· Asking the model on this Mac (m2)…\n",
    );
    expect(place.server.requests.map(({ model }) => model)).toEqual(["m1", "m2"]);
  });

  it("--switch stays where the flags name nothing else", async () => {
    const place = await setUp(counts);
    await runInProcess(flags(place, "--model", "m1", "one"));
    const next = await runInProcess(flags(place, "--model", "m1", "--chat", "last", "--switch", "two"));
    expect(next.status).toContain("This chat stays with the model on this Mac (m1).\n");
    expect(next.out).toBe("2: two\n");
  });

  it("--switch sends the question to nobody where the flags name nobody who can answer", async () => {
    const place = await setUp(counts);
    await runInProcess(flags(place, "--model", "m1", "one"));
    const next = await runInProcess(flags(place, "--chat", "last", "--switch", "two"));
    expect(next).toMatchObject({ code: 1, out: "" });
    expect(next.status).toContain("! No model is ready to answer.");
    expect(next.status).toContain("This chat stays with the model on this Mac (m1).\n");
    expect(place.server.requests).toHaveLength(1);
    const events = eventsOf(await runInProcess(flags(place, "--chat", "last", "--switch", "--json", "two")));
    expect(events.map(({ type }) => type)).toEqual(["notice", "end"]);
  });

  it("Ctrl-C ends the search for whom --switch names, and nobody is asked", async () => {
    const place = await setUp(counts);
    await runInProcess(flags(place, "--model", "m1", "one"));
    const silent = await listen();
    const started = performance.now();
    const args = ["--home", place.home, "--base-url", `http://127.0.0.1:${silent.port}`];
    const switching = [...args, "--chat", "last", "--switch", "two"];
    const next = await runInProcess(switching, { interrupt: silent.connected });
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(next).toMatchObject({ code: 1, out: "" });
    expect(next.status).toBe('Going on with the chat "one".\nThis chat stays with the model on this Mac (m1).\n');
    expect(place.server.requests).toHaveLength(1);
  });

  it("/switch MODEL moves it to another model of the same provider, and asks nothing again", async () => {
    const place = await setUp(counts);
    const { out, status } = await askAt(place, [], { lines: ["one", "/switch m2", "two"] });
    expect(out).toBe("1: one\n2: two\n");
    expect(status).toContain("i From here on, m2 answers (the model on this Mac).\n");
    expect(status).not.toContain("nothing to try again");
    expect(place.server.requests.map(({ model }) => model)).toEqual(["scripted", "m2"]);
  });

  it("/switch PROVIDER/MODEL moves it to another provider", async () => {
    const place = await setUp(counts);
    const asked = await askAt(place, ["--json"], { lines: ["one", "/switch openai/anthropic/claude", "two"] });
    expect(modelOf(asked)).toEqual(withModel("anthropic/claude"));
  });

  it("/switch PROVIDER/MODEL says what is missing where the provider is not set up, and the chat stays", async () => {
    const place = await setUp(counts);
    const { out, status } = await askAt(place, [], { lines: ["one", "/switch anthropic/claude", "two"] });
    expect(status).toContain("! The Anthropic API wants an API key, and none is set.\n");
    expect(out).toBe("1: one\n2: two\n");
  });

  it("/switch moves it to what the flags name, and says who answers where that is nothing new", async () => {
    const place = await setUp(counts);
    const { status } = await askAt(place, [], { lines: ["one", "/switch m2", "/switch", "/switch"] });
    expect(status.split("\n").slice(2, -1)).toEqual([
      "i From here on, m2 answers (the model on this Mac).",
      "i From here on, scripted answers (the model on this Mac).",
      "This chat stays with the model on this Mac (scripted).",
    ]);
  });

  it("/switch runs a request again that was not answered", async () => {
    const place = await setUp(({ model, lastUserText }) =>
      model === "m2" ? { text: lastUserText } : { error: { status: 404, message: "model not found" } },
    );
    const { code, out } = await askAt(place, [], { lines: ["one", "/switch m2"] });
    expect([code, out]).toEqual([0, "one\n"]);
  });

  it("/switch without a chat says that there is none yet", async () => {
    const place = await setUp(counts);
    const { status } = await askAt(place, [], { lines: ["/switch", "/switch m2", "/switch openai/m2"] });
    expect(status.split("\n").slice(1, -1)).toEqual([
      "There is no chat to switch yet. A new one begins with what the flags name.",
      "There is no chat to switch yet. A new one begins with what the flags name.",
      "There is no chat to switch yet. A new one begins with what the flags name.",
    ]);
  });
});

const WRITE = { name: "create_file", input: { path: "~/a.txt", content: "one" } };

/** A model that writes a file where it is asked to, says so, and answers anything else. */
function writes({ lastUserText, toolResults }: ModelRequest): Reply {
  if (lastUserText !== "write") return { text: lastUserText };
  return toolResults.length === 0 ? { toolCalls: [WRITE] } : { text: "Written." };
}

/** Asks "write", and is gone before the form is answered. */
async function leaveForm({ home, server }: Place, queued?: string): Promise<void> {
  const preferences = { provider: "openai", openaiBaseUrl: `${server.url}/v1`, openaiModel: "scripted" };
  const orbit = await createOrbit(terminalHost(preferences, home));
  const sent = orbit.loop.send("write");
  if (sent.type === "sent") await sent.ended;
  if (queued !== undefined) orbit.loop.send(queued);
  await orbit.close();
}

describe("M2.4 a form that an earlier run left", () => {
  it("is shown and asked for before the next question, and its request ends first", async () => {
    const place = await setUp(writes);
    await leaveForm(place);
    const { code, out, status } = await askAt(place, ["--chat", "last", "next"], { lines: ["content=two", "run"] });
    expect(status).toContain("? Create File\n");
    expect(status).toContain("    Path (path): ~/a.txt\n");
    expect([code, out]).toEqual([0, "Written.\nnext\n"]);
    expect(await readFile(join(place.home, "a.txt"), "utf8")).toBe("two");
  });

  it("is told with --json once, together with its call, and each request has its end", async () => {
    const place = await setUp(writes);
    await leaveForm(place);
    const asked = await askAt(place, ["--chat", "last", "--json", "next"], { lines: ["cancel"] });
    expect(eventsOf(asked).map(({ type }) => type)).toEqual([
      "route",
      "tool_call",
      "approval",
      "tool_result",
      "text",
      "end",
      "text",
      "end",
    ]);
    expect(existsSync(join(place.home, "a.txt"))).toBe(false);
  });

  it("is asked for at once where the chat is interactive, and counts as an answer", async () => {
    const place = await setUp(writes);
    await leaveForm(place);
    const { code, out } = await askAt(place, ["--chat", "last"], { lines: ["run"] });
    expect([code, out]).toEqual([0, "Written.\n"]);
  });

  it("ends with Ctrl-C, and with it the question that was to follow", async () => {
    const place = await setUp(writes);
    await leaveForm(place);
    const asked = await askAt(place, ["--chat", "last", "--json", "next"], { lines: ["ctrl-c"] });
    expect(eventsOf(asked).at(-1)).toMatchObject({ type: "end", end: "stopped" });
    expect([asked.code, place.server.requests.length]).toEqual([1, 1]);
  });

  it("is not shown where another window has the chat: here nobody could answer it", async () => {
    const place = await setUp(writes);
    await leaveForm(place);
    const other = await createOrbit(terminalHost({}, place.home));
    onTestFinished(() => other.close());
    const [header] = await other.store.list();
    const now = Date.now();
    await other.store.takeLease(header?.id ?? "", { window: "another", until: now + 60_000 }, now);
    const { code, status } = await askAt(place, ["--chat", "last", "next"]);
    expect(code).toBe(1);
    expect(status).toContain("Another window is at work in this chat.");
    expect(status).not.toContain("Create File");
  });

  it("does not come up in a new chat", async () => {
    const place = await setUp(writes);
    await leaveForm(place);
    expect((await askAt(place, ["next"], { lines: ["run"] })).out).toBe("next\n");
    expect(existsSync(join(place.home, "a.txt"))).toBe(false);
  });
});

describe("C14 a question that a window left waiting", () => {
  it("is sent when the request before it has ended, and before the one that is asked now", async () => {
    const place = await setUp(writes);
    await leaveForm(place, "waited");
    const { code, out, status } = await askAt(place, ["--chat", "last", "--approve", "none", "now"]);
    expect(status).toContain("i A question that waited in this chat is sent now.\n");
    expect([code, out]).toEqual([0, "Written.\nwaited\nnow\n"]);
    expect(place.server.rejections).toEqual([]);
  });
});
