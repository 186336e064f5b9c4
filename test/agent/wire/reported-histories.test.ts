import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { ContentBlock, WireMessage } from "../../../src/agent/history/messages";
import { jsonValueSchema } from "../../../src/agent/text/json";
import { repairMessages } from "../../../src/agent/wire/repair-messages";
import { decodeMessages } from "../../../src/providers/anthropic/decode-messages";
import { expectValidView } from "../support/wire-view";

const text = (value: string): ContentBlock => ({ type: "text", text: value });
const call = (id: string): ContentBlock => ({ type: "tool_use", id, name: "f", input: {}, rawInput: "{}" });
const result = (toolUseId: string, content = "ok"): ContentBlock => ({
  type: "tool_result",
  toolUseId,
  content,
  isError: false,
});
const lost = (toolUseId: string): ContentBlock => ({
  type: "tool_result",
  toolUseId,
  content: "The result of this call was lost: it is unknown whether it was carried out. Do not repeat it on your own.",
  isError: true,
});
const thinking: ContentBlock = { type: "thinking", text: "t", signature: "s" };
const user = (...content: ContentBlock[]): WireMessage => ({ role: "user", content });
const assistant = (...content: ContentBlock[]): WireMessage => ({ role: "assistant", content });
const question = user(text("q"));

/** Histories that made a provider refuse every later request in some agent: as they were, and as Orbit sends them. */
const REPORTED: Record<string, { history: WireMessage[]; sent: WireMessage[] }> = {
  "orphan-tool-use-at-end": {
    history: [question, assistant(call("1"))],
    sent: [question, assistant(call("1")), user(lost("1"))],
  },
  "orphan-tool-use-before-user-text": {
    history: [question, assistant(call("1")), user(text("next"))],
    sent: [question, assistant(call("1")), user(lost("1"), text("next"))],
  },
  "orphan-tool-result-no-use": {
    history: [user(text("summary")), user(result("9"), text("go on"))],
    sent: [user(text("summary"), text("go on"))],
  },
  "orphan-result-only-message": {
    history: [user(text("s")), assistant(text("a")), user(result("9"))],
    sent: [user(text("s")), assistant(text("a"))],
  },
  "duplicate-result": {
    history: [question, assistant(call("1")), user(result("1"), result("1"))],
    sent: [question, assistant(call("1")), user(result("1"))],
  },
  "duplicate-use-id-across-turns": {
    history: [question, assistant(call("1")), user(result("1")), assistant(call("1"))],
    sent: [question, assistant(call("1")), user(result("1")), assistant(call("1_ef134f2a")), user(lost("1_ef134f2a"))],
  },
  "text-after-tool-use-in-assistant": {
    history: [question, assistant(call("1"), text("tail")), user(result("1"))],
    sent: [question, assistant(text("tail"), call("1")), user(result("1"))],
  },
  "thinking-plus-orphan-use": {
    history: [question, assistant(thinking, call("1"))],
    sent: [question, assistant(thinking, call("1")), user(lost("1"))],
  },
  "whitespace-final-assistant": {
    history: [question, assistant(text("hi  \n"))],
    sent: [question, assistant(text("hi"))],
  },
  "empty-tool-output": {
    history: [question, assistant(call("1")), user(result("1", ""))],
    sent: [question, assistant(call("1")), user(result("1", "(no output)"))],
  },
  "foreign-id-chars": {
    history: [question, assistant(call("functions.f:0")), user(result("functions.f:0"))],
    sent: [question, assistant(call("functions_f_0_8bfccb44")), user(result("functions_f_0_8bfccb44"))],
  },
  "trim-cuts-pair": {
    history: [assistant(call("1")), user(result("1")), question],
    sent: [question],
  },
};

describe("C2 a broken history of a public report", () => {
  it.each(Object.entries(REPORTED))("is sent sound: %s", (_name, { history, sent }) => {
    const { messages } = repairMessages(history, "anthropic");
    expect(messages).toEqual(sent);
    expectValidView(messages);
    expect(repairMessages(messages, "anthropic")).toEqual({ messages, mended: [] });
  });
});

const FIXTURE = "../shared/fixtures/history-repair.json";
const fixtureSchema = z.array(z.object({ name: z.string(), messages: z.array(jsonValueSchema) }));

describe.skipIf(!existsSync(FIXTURE))(`C2 the collected reports (skipped without ${FIXTURE})`, () => {
  it("are all here, as they were collected", () => {
    const collected = fixtureSchema.parse(JSON.parse(readFileSync(FIXTURE, "utf8")));
    const histories = collected.map(({ name, messages }) => [name, decodeMessages(messages)]);
    expect(Object.fromEntries(histories)).toEqual(
      Object.fromEntries(Object.entries(REPORTED).map(([name, { history }]) => [name, history])),
    );
  });
});
