import * as fc from "fast-check";
import type { Attachment } from "../../../../src/agent/chat/attachments";
import type { RunEnd } from "../../../../src/agent/chat/event-channel";
import type { CallRow } from "../../../../src/agent/history/calls";
import type { StoreErrorDetail } from "../../../../src/agent/ports/store";
import type { PersonAnswer } from "../../../../src/agent/run/decisions";
import { attached } from "../sample-images";
import { MODEL_NAMES, PICTURES, storedChats, type Life, type Window } from "./life";
import { turns } from "./model";
import { watch } from "./time";

/** What somebody does in a window, or what happens to it; what `isWhole` is over before anything else can begin. */
export type Act = { words: string; act: (life: Life, window: Window) => void; isWhole?: boolean };

const CHIPS: Attachment[] = [
  { type: "finder_selection", paths: ["~/a", "~/b"] },
  { type: "selected_text", text: "Words." },
];

const which = fc.nat(3);
const plan = turns.map((planned) => ({
  planned,
  words: planned.length === 0 ? "" : `; the model ${planned.map(({ words }) => words).join(", then ")}`,
}));

const pictures = fc.oneof(
  { weight: 2, arbitrary: fc.constant<number[]>([]) },
  { weight: 1, arbitrary: fc.array(fc.nat(PICTURES.length - 1), { minLength: 1, maxLength: 3 }) },
);

const sends = fc
  .record({ plan, hasChips: fc.boolean(), pictures })
  .map(({ plan: { planned, words }, hasChips, pictures: seen }) => ({
    words: `sends a question${hasChips ? " with chips" : ""}${seen.map((index) => ` with picture ${index}`).join("")}${words}`,
    act: (life: Life, window: Window) => {
      life.plan.push(...planned);
      const text = `Question ${life.taken.size + 1}?`;
      const images = PICTURES.flatMap((picture, index) =>
        seen.includes(index) ? [attached(picture, `${index}.png`)] : [],
      );
      const sent = window.loop.send(text, [...(hasChips ? CHIPS : []), ...images]);
      if (sent.type === "not_sent") return;
      life.taken.set(text, window);
      if (sent.type === "sent") follow(life, window, sent.ended);
    },
  }));

type Word = "run" | "edit" | "edit wrongly" | "cancel" | "run an older form";
const decides = fc
  .record({
    which,
    words: fc.array(fc.constantFrom<Word>("run", "run", "edit", "edit wrongly", "cancel", "run an older form"), {
      minLength: 1,
      maxLength: 2,
    }),
    plan,
  })
  .map(({ which: index, words, plan: { planned, words: planWords } }) => ({
    words: `on form ${index} says ${words.join(" and ")}${planWords}`,
    act: (life: Life, window: Window) => {
      life.plan.push(...planned);
      const call = pickCall(window, "awaiting_approval", index);
      for (const word of call === undefined ? [] : words) {
        follow(life, window, window.loop.decide(call?.id ?? "", decisionOf(word, call)));
      }
    },
  }));

function decisionOf(word: Word, call: CallRow | undefined) {
  const state = call?.state;
  const digest = state?.type === "awaiting_approval" ? state.approval.digest : "none";
  switch (word) {
    case "cancel":
      return { type: "cancel" as const };
    case "run":
      return { type: "run" as const, digest, edits: {} };
    case "edit":
      return { type: "run" as const, digest, edits: { text: "edited", key: "forged" } };
    case "edit wrongly":
      return { type: "run" as const, digest, edits: { text: "" } };
    case "run an older form":
      return { type: "run" as const, digest: "older", edits: {} };
  }
}

const answers = fc
  .record({
    which,
    answer: fc.constantFrom<PersonAnswer>(
      { type: "choice", index: 1 },
      { type: "choice", index: 9 },
      { type: "text", text: "My words." },
      { type: "text", text: " " },
      { type: "dismiss" },
    ),
    plan,
  })
  .map(({ which: index, answer, plan: { planned, words } }) => ({
    words: `answers question ${index} with ${JSON.stringify(answer)}${words}`,
    act: (life: Life, window: Window) => {
      life.plan.push(...planned);
      const call = pickCall(window, "awaiting_answer", index);
      if (call !== undefined) follow(life, window, window.loop.answer(call.id, answer));
    },
  }));

/** A call that waits, or if none does any call at all: a word can come late. */
function pickCall({ loop }: Window, state: CallRow["state"]["type"], index: number): CallRow | undefined {
  const all = [...loop.snapshot().calls.values()];
  const waiting = all.filter((call) => call.state.type === state);
  return pick(waiting.length > 0 ? waiting : all, index);
}

const retries = plan.map(({ planned, words }) => ({
  words: `tries again${words}`,
  act: (life: Life, window: Window) => {
    life.plan.push(...planned);
    follow(life, window, window.loop.retry());
  },
}));

const choice = fc.option(
  fc.record({ provider: fc.constantFrom("anthropic", "openai"), model: fc.constantFrom(...MODEL_NAMES) }),
  { nil: undefined },
);

const switches = fc.record({ plan, choice }).map(({ plan: { planned, words }, choice: chosen }) => ({
  words: `switches to ${chosen === undefined ? "what the settings name" : `${chosen.model} of ${chosen.provider}`}${words}`,
  act: (life: Life, window: Window) => {
    life.plan.push(...planned);
    const id = window.loop.snapshot().header?.id ?? "";
    life.switches.set(id, (life.switches.get(id) ?? 0) + 1);
    follow(life, window, window.loop.switchProvider(chosen));
  },
}));

const withdraws = which.map((index) => ({
  words: `takes back waiting question ${index}`,
  act: (life: Life, window: Window) => {
    const row = pickQueued(window, index);
    if (row === undefined) return;
    const taken = window.loop.withdraw(row.id).then((text) => {
      if (text !== undefined) life.withdrawn.add(text);
    });
    watch(life, taken);
  },
}));

const sendsNow = which.map((index) => ({
  words: `sends waiting question ${index} now`,
  act: (life: Life, window: Window) => {
    const row = pickQueued(window, index);
    if (row !== undefined) watch(life, window.loop.sendNow(row.id));
  },
}));

function pickQueued({ loop }: Window, index: number) {
  return pick(
    loop.snapshot().rows.filter(({ type }) => type === "queued"),
    index,
  );
}

const plain: Act[] = [
  { words: "stops", act: (life, { loop }) => watch(life, loop.stop()) },
  {
    words: "starts a new chat",
    isWhole: true,
    act: (life, window) => watch(life, leave(window, window.loop.newChat())),
  },
  {
    words: "closes the window and opens another",
    act: (life, window) => {
      window.isDead = true;
      watch(life, window.loop.close());
    },
  },
];

const opens = which.map((index) => ({
  words: `opens chat ${index}`,
  act: (life: Life, window: Window) => {
    const chat = pick(storedChats(life), index);
    if (chat !== undefined) watch(life, leave(window, window.loop.open(chat.header.id)));
  },
}));

const deletes = which.map((index) => ({
  words: `deletes chat ${index}`,
  isWhole: true,
  act: (life: Life, window: Window) => {
    const chat = pick(storedChats(life), index);
    if (chat === undefined) return;
    const { id } = chat.header;
    life.deleted.add(id);
    // Only the chat that is shown is left: what runs in it goes on when another is deleted.
    const isShown = window.loop.snapshot().header?.id === id;
    const deleted = window.loop.deleteChat(id);
    watch(life, isShown ? leave(window, deleted) : deleted);
  },
}));

const dies = fc.record({ saves: fc.integer({ min: 1, max: 6 }), kept: fc.boolean() }).map(({ saves, kept }) => ({
  words: `will die at save ${saves} from here, which is ${kept ? "kept" : "lost"}`,
  act: (_life: Life, { faults, store }: Window) => {
    faults.death ??= { save: store.saves.length + saves, kept };
  },
}));

const storeFails = fc
  .record({
    count: fc.integer({ min: 1, max: 4 }),
    failure: fc.constantFrom<StoreErrorDetail>({ type: "full" }, { type: "locked" }),
  })
  .map(({ count, failure }) => ({
    words: `finds the store ${failure.type} for ${count} saves`,
    act: (_life: Life, { failures }: Window) => void failures.push(...Array.from({ length: count }, () => failure)),
  }));

/** Anything that can be done in a window. */
export const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: sends },
  { weight: 6, arbitrary: decides },
  { weight: 2, arbitrary: answers },
  { weight: 3, arbitrary: retries },
  { weight: 2, arbitrary: switches },
  { weight: 1, arbitrary: withdraws },
  { weight: 1, arbitrary: sendsNow },
  { weight: 4, arbitrary: fc.constantFrom(...plain) },
  { weight: 1, arbitrary: opens },
  { weight: 1, arbitrary: deletes },
  { weight: 3, arbitrary: dies },
  { weight: 1, arbitrary: storeFails },
);

/** What it ends with counts as long as nothing else has begun. */
function follow(life: Life, window: Window, ended: Promise<RunEnd | undefined> | undefined): void {
  if (ended === undefined) return;
  window.lastEnd = undefined;
  const isKnown = () => window.loop.snapshot().status !== "running";
  watch(
    life,
    ended.then((end) => {
      window.lastEnd = isKnown() ? end : undefined;
    }),
  );
}

function leave<Value>(window: Window, left: Promise<Value>): Promise<Value> {
  window.lastEnd = undefined;
  window.lastTurn = undefined;
  return left.finally(() => {
    window.lastEnd = undefined;
  });
}

/** One of them, whatever the number. */
export function pick<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % Math.max(1, items.length)];
}
