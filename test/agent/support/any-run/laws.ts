import { expect } from "vitest";
import type { Chat } from "../../../../src/agent/chat/chat";
import { callResult } from "../../../../src/agent/history/call-result";
import { isSettled, waitsForPerson, type CallRow } from "../../../../src/agent/history/calls";
import { messageSchema } from "../../../../src/agent/history/messages";
import { fileOf } from "../../../../src/agent/images/image-file";
import { ELSEWHERE, failureNotice, MOVED_ON, storeWords } from "../../../../src/agent/notices";
import { RISKS } from "../../../../src/agent/tool/risk";
import { projectHistory } from "../../../../src/agent/wire/project-history";
import { repairMessages } from "../../../../src/agent/wire/repair-messages";
import type { Disk } from "../memory-store";
import { expectValidView } from "../wire-view";
import { markedCount, saidCount, sentCount } from "./counts";
import { MODEL_NAMES, MODELS, storedChats, type Life, type SentRequest, type Window } from "./life";
import { doneWords } from "./tools";

/** What was found after the step before. */
export type Seen = {
  disk: Disk;
  requests: number;
  /** Chats whose view was checked, by what it is made of. */
  views: Map<string, string>;
};

export function seenNothing(): Seen {
  return { disk: new Map(), requests: 0, views: new Map() };
}

/** What must hold at any moment, in the middle of a run as well. Gives what the next check goes on from. */
export function checkAlways(life: Life, seen: Seen): Seen {
  expect(life.thrown).toEqual([]);
  const chats = storedChats(life);
  checkAppendOnly(life, seen.disk);
  for (const chat of chats) checkViews(chat, seen.views);
  for (const request of life.requests.slice(seen.requests)) checkRequest(life, request);
  checkRuns(life);
  for (const chat of chats) {
    for (const call of chat.calls.values()) checkHonest(life, call);
    checkDisclosed(life, chat);
  }
  checkQuestions(life, chats);
  for (const window of life.windows) checkWindow(life, window);
  const disk = new Map([...life.surroundings.disk].map(([id, rows]) => [id, new Map(rows)]));
  return { ...seen, disk, requests: life.requests.length };
}

/** What must hold as well when nothing moves any more without the person. */
export function checkAtRest(life: Life): void {
  for (const window of life.windows) if (!window.isDead) checkRest(life, window);
}

/** Messages, marks and the prompt are as they were; what is new comes after them; what is settled stays. */
function checkAppendOnly({ surroundings: { disk }, deleted }: Life, before: Disk): void {
  for (const [chatId, rows] of before) {
    if (deleted.has(chatId)) continue;
    const now = disk.get(chatId);
    const lastSeq = Math.max(0, ...[...rows].map(([key, text]) => seqOf(key, text)));
    for (const [key, text] of rows) {
      // What every PNG begins with, as base64.
      expect({ key, holdsImage: text.includes("iVBORw0KGgo") }).toEqual({ key, holdsImage: false });
      const isFixed = /^(message|mark|frozen)/.test(key) || isSettledCall(key, text) || isQuestion(key, text);
      if (isFixed && now?.get(key) !== text) {
        expect({ key, change: parsed(now?.get(key)) }).toEqual({ key, change: parsed(text) });
      }
    }
    for (const [key, text] of now ?? []) {
      if (key.startsWith("message") && !rows.has(key)) expect(seqOf(key, text)).toBeGreaterThan(lastSeq);
    }
  }
}

function parsed(text = "null"): unknown {
  return JSON.parse(text);
}

function seqOf(key: string, text: string): number {
  if (!key.startsWith("message")) return 0;
  const change = JSON.parse(text) as { message: unknown };
  return messageSchema.parse(change.message).seq;
}

function isSettledCall(key: string, text: string): boolean {
  if (!key.startsWith("call")) return false;
  const { call } = JSON.parse(text) as { call: CallRow };
  return isSettled(call);
}

function isQuestion(key: string, text: string): boolean {
  return key.startsWith("row") && (JSON.parse(text) as { row: { type: string } }).row.type === "user";
}

/** For every kind of server the view is valid, and made again, or repaired again, it is the same. */
function checkViews(chat: Chat, views: Map<string, string>): void {
  const made = JSON.stringify([chat.messages, chat.marks, [...chat.calls.values()]]);
  if (views.get(chat.header.id) === made) return;
  views.set(chat.header.id, made);
  const copy = structuredClone(chat);
  for (const target of MODELS.flatMap((at) => MODEL_NAMES.map((model) => ({ ...at, model })))) {
    const view = projectHistory(chat, target);
    expectValidView(view, target.toolIds);
    expectSame(projectHistory(copy, target), view, "A second view");
    expectSame(repairMessages(view, target.toolIds), { messages: view, mended: [] }, "A second repair");
  }
  expectSame(chat, copy, "The chat after it was viewed");
}

/** What is sent is what is stored; it goes where the route leads, and on from what went there before. */
function checkRequest({ requests, switches }: Life, sent: SentRequest): void {
  const { chatId, recipientKey, model, request, expected, route, viewMarks } = sent;
  expectSame(request, expected, "A request");
  expect(request.messages.at(-1)?.role).toBe("user");
  expect(route).toMatchObject({ recipientKey, model });
  checkImages(sent);
  const earlier = requests.slice(0, requests.indexOf(sent)).filter((other) => other.chatId === chatId);
  const before = earlier.at(-1);
  if (before === undefined) return;
  expectSame([request.systemPrompt, request.tools], [before.request.systemPrompt, before.request.tools], "The prompt");
  const places = new Set([...earlier.filter(({ turn }) => turn.binds), sent].map((other) => other.recipientKey));
  expect(places.size - 1, "moves to another recipient").toBeLessThanOrEqual(switches.get(chatId) ?? 0);

  const same = earlier.findLast(
    (other) => other.recipientKey === recipientKey && other.model === model && !other.isGuess,
  );
  if (same === undefined || sent.isGuess || viewMarks.length > same.viewMarks.length) return;
  const start = blocks(same);
  expectSame(blocks(sent).slice(0, start.length), start, "The beginning of a request");
}

/** An image that a model did not take does not come back to it, and one that is known to see nothing gets none. */
function checkImages({ model, request, mayShow }: SentRequest): void {
  const shown = request.messages.flatMap(({ content }) =>
    content.filter((block) => block.type === "image").map(fileOf),
  );
  for (const [file, times] of Map.groupBy(shown, (one) => one)) {
    expect(times.length, file).toBeLessThanOrEqual(mayShow.get(file) ?? 0);
  }
  if (model === "blind") expect(shown).toEqual([]);
}

function blocks({ request }: SentRequest): string[] {
  return request.messages.flatMap(({ role, content }) => content.map((block) => `${role} ${JSON.stringify(block)}`));
}

/** Nothing that can change something runs twice. */
function checkRuns({ surroundings: { world } }: Life): void {
  const changing = world.runs.filter(({ tool }) => tool !== "look").map(({ input }) => input["key"]);
  expect(changing).toEqual([...new Set(changing)]);
}

/** What ran is not told as not run, and what did not run is not told as done. */
function checkHonest({ surroundings: { world } }: Life, call: CallRow): void {
  const key = typeof call.input["key"] === "string" ? call.input["key"] : "";
  if (!RISKS[call.risk].changes || key === "") return;
  const { content } = callResult(call);
  const hasRun = world.runs.some(({ input }) => input["key"] === key);
  if (!isSettled(call)) return;
  if (hasRun)
    expect({ key, content }).not.toEqual({ key, content: expect.stringMatching(/NOT (run|carried)/) as string });
  else expect({ key, content }).not.toEqual({ key, content: expect.stringContaining(doneWords(key)) as string });
  if (call.state.type === "result") expect({ key, ran: call.state.ran }).toEqual({ key, ran: hasRun });
}

/** What the marks say went to somebody is no more than was to go there; the rows say no more than the marks. */
function checkDisclosed(life: Life, chat: Chat): void {
  for (const { recipientKey, recipient } of MODELS) {
    const marked = markedCount(chat, recipientKey);
    expect(marked, `marked as sent to ${recipient}`).toBeLessThanOrEqual(sentCount(life, chat, recipientKey));
    expect(saidCount(chat, recipient), `said to be sent to ${recipient}`).toBeLessThanOrEqual(marked);
  }
}

/** A question stands in the store once: it waits, or it was sent and is in the history. */
function checkQuestions({ withdrawn, taken }: Life, chats: readonly Chat[]): void {
  const asked = chats.flatMap(({ rows }) => rows.flatMap((row) => (row.type === "user" ? [row.text] : [])));
  const waiting = chats.flatMap(({ rows }) => rows.flatMap((row) => (row.type === "queued" ? [row.text] : [])));
  const told = chats.flatMap(({ messages }) =>
    messages.flatMap(({ role, content }) => {
      const last = content.at(-1);
      return role === "user" && last?.type === "text" ? [last.text] : [];
    }),
  );
  const all = [...asked, ...waiting];
  expect(all, "questions").toEqual([...new Set(all)]);
  expect(told.toSorted(), "questions in the history").toEqual(asked.toSorted());
  expect(
    all.filter((text) => withdrawn.has(text)),
    "questions that were taken back",
  ).toEqual([]);
  expect(
    all.filter((text) => !taken.has(text)),
    "questions that nobody asked",
  ).toEqual([]);
}

/** Rows come once; Orbit has not met a fault of its own, and no other window where there has been none. */
function checkWindow({ requests, hadTwo }: Life, { loop }: Window): void {
  const { rows } = loop.snapshot();
  const ids = rows.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  const faults = hadTwo ? [] : [storeWords({ type: "history_rewritten" }), MOVED_ON.text, ELSEWHERE.text];
  if (!requests.some(({ turn }) => turn.words === "throws")) faults.push(failureNotice(new Error()).text);
  const texts = rows.flatMap((row) => (row.type === "notice" ? [row.text] : []));
  expect(texts.filter((text) => faults.some((fault) => text.includes(fault)))).toEqual([]);
}

function checkRest(life: Life, window: Window): void {
  const { loop, lastTurn, lastEnd, name, hadTrouble } = window;
  const { status, rows, calls, isElsewhere, header } = loop.snapshot();
  if (isElsewhere) return;
  const all = [...calls.values()];
  const hangs = all.some((call) => !isSettled(call) && call.input["way"] === "hangs") || lastTurn?.hangs === true;
  if (status === "running") {
    expect({ name, status, hangs }).toEqual({ name, status, hangs: true });
    return;
  }
  expect({ name, waits: all.some(waitsForPerson) }).toEqual({ name, waits: status === "awaiting_approval" });
  expect(rows.filter((row) => row.type === "answer" && row.status === "streaming")).toEqual([]);
  if (status !== "idle" || header === undefined) return;
  const last = rows.findLast(({ type }) => type !== "queued");
  if (lastEnd?.type === "failed" || lastEnd?.type === "stopped") {
    expect({ name, end: lastEnd.type, last: last?.type }).toEqual({ name, end: lastEnd.type, last: "notice" });
  }
  const isOver = life.windows.every((other) => other.isDead || other.loop.snapshot().status === "idle");
  if (hadTrouble || !isOver || lastEnd === undefined || lastEnd.type === "failed") return;
  expect(
    all.filter((call) => !isSettled(call)),
    "open calls",
  ).toEqual([]);
  const chat = storedChats(life).find(({ header: { id } }) => id === header.id);
  if (chat === undefined) return;
  for (const { recipientKey, recipient } of MODELS) {
    const marked = markedCount(chat, recipientKey);
    // After a crash nobody knows whether a request had left.
    const isSure = !life.windows.some(({ isDead }) => isDead);
    expect(marked, `to ${recipient}`).toBeGreaterThanOrEqual(sentCount(life, chat, recipientKey, true));
    if (isSure) expect(marked, `to ${recipient}`).toBe(sentCount(life, chat, recipientKey, true));
    expect(saidCount(chat, recipient), `said of ${recipient}`).toBe(marked);
  }
}

function expectSame(actual: unknown, expected: unknown, what: string): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual, what).toEqual(expected);
}
