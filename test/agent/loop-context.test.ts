import { describe, expect, it } from "vitest";
import * as z from "zod";
import { QUESTION_TOO_LONG } from "../../src/agent/notices";
import type { ContextWindow } from "../../src/agent/ports/provider";
import { ProviderError } from "../../src/agent/ports/provider-error";
import { defineTool } from "../../src/agent/tool/define-tool";
import { createLoop, newSurroundings, send, type Surroundings } from "./support/create-loop";
import { answers, callsTools, ends, scriptedProvider, type Script, type Step } from "./support/scripted-provider";
import { toldResults } from "./support/wire-view";

const FULL = "error: This chat has grown too long for the model. Start a new one. [new_chat]";
const tooLong: Step[] = [{ type: "fail", error: new ProviderError({ type: "context_too_long" }) }];
const tooLarge: Step[] = [{ type: "fail", error: new ProviderError({ type: "request_too_large" }) }];
const isCut = (text: string) => text.includes("[Orbit left out");

/** A model with such a window. */
function modelThatHolds(tokens: number, script: Script | Step[][], source: ContextWindow["source"] = "server") {
  return { ...scriptedProvider(script), window: () => Promise.resolve({ tokens, source }) };
}

const longRead = defineTool({
  name: "long_read",
  title: "Long Read",
  description: "Reads a long file.",
  parameters: z.object({}),
  category: "files",
  risk: "read",
  label: () => "Reading…",
  run: () => Promise.resolve({ text: "x".repeat(9_000), summary: "Read" }),
});

/** A disk and a world where there is a long file to read. */
function withLongFile(): Surroundings {
  const surroundings = newSurroundings();
  surroundings.world.tools.push(longRead);
  return surroundings;
}

const reads = (id: string) => callsTools([{ id, name: "long_read" }]);

/** A chat that has read so many files of 9,000 characters, one in each request. */
async function chatThatRead(files = 2) {
  const surroundings = withLongFile();
  const turns = Array.from({ length: files }, (_, index) => [reads(`use_${index}`), answers("Done.")]).flat();
  const { loop } = createLoop({ surroundings, provider: modelThatHolds(200_000, turns) });
  for (let file = 0; file < files; file += 1) await send(loop, "Read it.");
  return { surroundings, chatId: loop.snapshot().header?.id ?? "" };
}

describe("C3 an answer that the request is too long", () => {
  it.each([
    ["context_too_long", tooLong],
    ["request_too_large", tooLarge],
    ["an empty answer for lack of room", [ends([], { type: "context_window_exceeded" })]],
  ])("is followed by one more try, cut down: %s", async (_, refusal) => {
    const { surroundings, chatId } = await chatThatRead();
    const provider = modelThatHolds(200_000, [refusal, answers("Three."), answers("Four.")]);
    const { loop, rows, store } = createLoop({ surroundings, provider });
    await loop.open(chatId);
    expect(await send(loop, "And?")).toEqual({ type: "answered" });
    expect(rows().slice(-2)).toEqual(["user: And?", "answer (complete): Three."]);
    const [whole, cut] = provider.requests.map(({ messages }) => Object.values(toldResults(messages)));
    expect([whole?.map(isCut), cut?.map(isCut)]).toEqual([
      [false, false],
      [true, false],
    ]);
    // It is stored, so the next request says the same.
    expect((await store.load(chatId))?.chat.marks.filter(({ type }) => type === "cut")).toHaveLength(1);
    await send(loop, "And then?");
    expect(provider.requests[2]?.messages.slice(0, -2)).toEqual(provider.requests[1]?.messages);
  });

  it("ends with the notice when it comes a second time", async () => {
    const { surroundings, chatId } = await chatThatRead(6);
    const provider = modelThatHolds(200_000, [tooLong, tooLong]);
    const { loop, rows } = createLoop({ surroundings, provider });
    await loop.open(chatId);
    expect(await send(loop, "And?")).toEqual({ type: "failed" });
    expect(rows().at(-1)).toBe(FULL);
    expect(provider.requests).toHaveLength(2);
  });

  it("ends at once where there is nothing to cut", async () => {
    const provider = modelThatHolds(200_000, [answers("Hi."), tooLong]);
    const { loop, rows } = createLoop({ provider });
    await send(loop, "Hello");
    expect(await send(loop, "And?")).toEqual({ type: "failed" });
    expect(rows().slice(-2)).toEqual(["user: And?", FULL]);
  });

  it("to the first question is not said of the chat, and no new one is offered", async () => {
    const { loop, rows } = createLoop({ provider: modelThatHolds(200_000, [tooLong]) });
    await send(loop, "Hello");
    expect(rows()).toEqual(["user: Hello", `error: ${QUESTION_TOO_LONG.text} [open_settings]`]);
    expect(await loop.newChat()).toEqual({ carried: undefined });
  });

  it("is not followed by another try once something was shown", async () => {
    const { surroundings, chatId } = await chatThatRead();
    const provider = modelThatHolds(200_000, [[{ type: "text_delta", text: "Well" }, ...tooLong]]);
    const { loop, rows } = createLoop({ surroundings, provider });
    await loop.open(chatId);
    expect(await send(loop, "And?")).toEqual({ type: "failed" });
    expect(rows().slice(-2)).toEqual(["answer (interrupted): Well", FULL]);
  });
});

describe("C3 a chat that moves to a smaller model", () => {
  it("is cut before it is sent", async () => {
    const { surroundings, chatId } = await chatThatRead();
    const provider = modelThatHolds(6_000, [answers("Three.")]);
    const { loop } = createLoop({ surroundings, provider });
    await loop.open(chatId);
    await send(loop, "And?");
    expect(Object.values(toldResults(provider.requests[0]?.messages ?? [])).map(isCut)).toEqual([true, false]);
  });

  it("is sent as it was cut where Orbit died between the cut and the request", async () => {
    const { surroundings, chatId } = await chatThatRead();
    const dying = createLoop({ surroundings, provider: modelThatHolds(6_000, [[{ type: "hang" }]]) });
    await dying.loop.open(chatId);
    const asking = dying.loop.send("And?");
    await expect.poll(() => dying.provider.requests.length).toBe(1);
    await dying.loop.close();
    if (asking.type === "sent") await asking.ended;

    const again = createLoop({ surroundings, provider: modelThatHolds(6_000, [answers("Three.")]) });
    await again.loop.open(chatId);
    await again.loop.retry();
    expect(again.provider.requests[0]?.messages).toEqual(dying.provider.requests[0]?.messages);
  });

  it("is not sent where that could never fit, and says so", async () => {
    const provider = modelThatHolds(2_000, []);
    const { loop, rows } = createLoop({ provider });
    expect(await send(loop, "a".repeat(9_000))).toEqual({ type: "failed" });
    expect(rows().at(-1)).toBe(`error: ${QUESTION_TOO_LONG.text} [open_settings]`);
    expect(provider.requests).toEqual([]);
  });
});

describe("C3 the results of a request", () => {
  it("share what the model can hold, and stay as they were recorded", async () => {
    const both = callsTools([
      { id: "a", name: "long_read" },
      { id: "b", name: "long_read" },
    ]);
    const provider = modelThatHolds(12_000, [both, answers("Both.")]);
    const { loop, calls } = createLoop({ surroundings: withLongFile(), provider });
    await send(loop, "Read both.");
    const lengths = calls().map(({ state }) => (state.type === "result" ? state.text.match(/x+/)?.[0].length : 0));
    expect(lengths[0]).toBe(9_000);
    expect(lengths[1]).toBeGreaterThan(2_900);
    expect(lengths[1]).toBeLessThanOrEqual(3_000);
  });
});

describe("C3 tools that leave no room", () => {
  it("are said once in a chat", async () => {
    const provider = modelThatHolds(2_500, [answers("One."), answers("Two.")]);
    const { loop, rows } = createLoop({ provider });
    await send(loop, "Hi");
    await send(loop, "Hi again");
    expect(rows().filter((row) => row.startsWith("warning: Orbit's tools take up"))).toHaveLength(1);
  });
});
