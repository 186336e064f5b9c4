import { afterEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/agent/text/json";
import { anthropicBody, openaiBody, post } from "./post";
import type { Reply } from "./reply";
import { startModelServer, type ModelServer } from "./server";

let server: ModelServer | undefined;

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function ask(reply: Reply, wish = "Hello", signal?: AbortSignal): Promise<Response> {
  server ??= await startModelServer({ respond: () => reply });
  return post(`${server.url}/v1/chat/completions`, openaiBody([{ role: "user", content: wish }]), signal);
}

function textOf(response: Response): ReadableStream<string> {
  if (response.body === null) throw new Error("The response has no body.");
  return response.body.pipeThrough(new TextDecoderStream());
}

/** Everything that arrives before the stream ends or breaks, and which of both it was. */
async function received(response: Response): Promise<{ text: string; broke: boolean }> {
  let text = "";
  try {
    for await (const piece of textOf(response)) text += piece;
    return { text, broke: false };
  } catch {
    return { text, broke: true };
  }
}

describe("a reply can fail", () => {
  it("with an HTTP error, its headers and the format's error object", async () => {
    server = await startModelServer({
      respond: () => ({ error: { status: 429, message: "Slow down.", headers: { "retry-after": "7" } } }),
    });
    const openai = await ask({});
    expect([openai.status, openai.headers.get("retry-after")]).toEqual([429, "7"]);
    expect(await openai.json()).toEqual({
      error: { message: "Slow down.", type: "rate_limit_error", param: null, code: null },
    });
    const anthropic = await post(`${server.url}/v1/messages`, anthropicBody([{ role: "user", content: "Hello" }]));
    expect(await anthropic.json()).toEqual({
      type: "error",
      error: { type: "rate_limit_error", message: "Slow down." },
    });
  });

  it("with a body that is not the format's", async () => {
    const response = await ask({ error: { status: 502, body: "<html>Bad gateway</html>" } });
    expect([response.status, await response.text()]).toEqual([502, "<html>Bad gateway</html>"]);
  });

  it("with a connection that breaks after some events, which all arrive", async () => {
    const { text, broke } = await received(await ask({ text: ["one ", "two ", "three"], cutAfter: 3 }));
    expect(broke).toBe(true);
    expect(text).toContain('"content":"two "');
    expect(text).not.toContain("three");
  });

  it("with an error event inside the stream, and nothing after it", async () => {
    const streamError = { type: "overloaded_error", message: "Busy." };
    const { text, broke } = await received(await ask({ text: "one", streamError }));
    expect(broke).toBe(false);
    expect(text).toContain('data: {"error":{"type":"overloaded_error","message":"Busy.","code":null}}');
    expect(text).not.toContain("[DONE]");
  });

  it("by hanging after the headers", async () => {
    const abort = new AbortController();
    const response = await ask({ hang: true }, "Hello", abort.signal);
    const first = response.body?.getReader().read();
    const winner = await Promise.race([first, new Promise((resolve) => setTimeout(resolve, 20, "nothing"))]);
    expect([response.status, winner]).toEqual([200, "nothing"]);
    abort.abort();
    await expect(first).rejects.toThrow();
  });

  it("by never answering, and ends when the server stops", async () => {
    const response = ask({ never: true });
    const winner = await Promise.race([response, new Promise((resolve) => setTimeout(resolve, 20, "nothing"))]);
    expect(winner).toBe("nothing");
    await server?.stop();
    server = undefined;
    await expect(response).rejects.toThrow();
  });
});

describe("a fault word in the wish", () => {
  const fine: Reply = { text: "All is well." };

  it("M2.5 `#error 429` gives that status with the words after it", async () => {
    const response = await ask(fine, "Find my invoices #error 429 try later");
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({ error: { message: "try later" } });
  });

  it("`#error` alone or with a status that is no error gives 500", async () => {
    expect((await ask(fine, "#error")).status).toBe(500);
    expect((await ask(fine, "#error 200")).status).toBe(500);
  });

  it("M2.5 `#cut` breaks the stream after some text", async () => {
    const { text, broke } = await received(await ask(fine, "Find #cut"));
    expect(broke).toBe(true);
    expect(text).toContain("breaks off ");
  });

  it("`#hang` sends headers only", async () => {
    const abort = new AbortController();
    const response = await ask(fine, "#hang", abort.signal);
    expect(response.status).toBe(200);
    abort.abort();
    await expect(response.text()).rejects.toThrow();
  });

  it("`#slow` gives the script's own answer one word at a time", async () => {
    const abort = new AbortController();
    const response = await ask(fine, "#slow", abort.signal);
    const reader = textOf(response).getReader();
    const first = await reader.read();
    expect(first.value).not.toContain("well");
    abort.abort();
    await reader.closed.catch(() => undefined);
  });

  it.each<[string, number, RegExp]>([
    ["#broken", 1, /"arguments":"\{\\"query\\": \\"inv"/],
    ["#many 50", 50, /"arguments":"\{\\"query\\":\\"invoice 50\\"\}"/],
    ["#many", 50, /"name":"search_files"/],
    ["#unknown", 1, /"name":"water_the_plants"/],
  ])("`%s` makes %i such calls, then leaves the word to the script", async (wish, count, pattern) => {
    const { text } = await received(await ask(fine, wish));
    expect(text.match(/"type":"function"/g)).toHaveLength(count);
    expect(text).toMatch(pattern);

    const call = { id: "a", type: "function", function: { name: "search_files", arguments: "{}" } };
    const history: JsonObject[] = [
      { role: "user", content: wish },
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "a", content: "Error: no." },
    ];
    const after = await post(`${server?.url ?? ""}/v1/chat/completions`, openaiBody(history));
    expect(await after.text()).toContain("All is well.");
  });
});
