import type { Chat } from "../../../../src/agent/chat/chat";
import type { RunEnd } from "../../../../src/agent/chat/event-channel";
import { isSettled } from "../../../../src/agent/history/calls";
import { keptMessages } from "../../../../src/agent/history/marks";
import type { WireMessage } from "../../../../src/agent/history/messages";
import type { Provider, ProviderRequest } from "../../../../src/agent/ports/provider";
import type { StoreErrorDetail } from "../../../../src/agent/ports/store";
import { currentRoute } from "../../../../src/agent/chat/current-route";
import { projectHistory } from "../../../../src/agent/wire/project-history";
import { createLoop, newSurroundings, type Surroundings } from "../create-loop";
import { readChat, type StoreFaults } from "../memory-store";
import { scriptedProvider, type Step } from "../scripted-provider";
import { ANSWER, type Turn } from "./model";
import { anyWorld } from "./tools";

/** Whom the settings can name: two servers of one wire format are never set up together. */
export const MODELS = [
  { id: "anthropic", recipientKey: "anthropic@one", recipient: "One", toolIds: "anthropic" },
  { id: "openai", recipientKey: "openai@two", recipient: "Two", toolIds: "openai" },
  { id: "openai", recipientKey: "openai@three", recipient: "Three", toolIds: "mistral" },
] as const;

/** Small ones, so that short runs reach them. */
const LIMITS = { maxCallsPerRequest: 6, maxQueued: 3, partialSaveIntervalMs: 0 };
const WINDOW_TOKENS = 5_000;

/** A request that was handed to a provider, and what the store held at that moment. */
export type SentRequest = {
  chatId: string;
  recipientKey: string;
  request: ProviderRequest;
  /** What the stored chat makes of a request to that provider. */
  expected: Omit<ProviderRequest, "messages"> & { messages: readonly WireMessage[] };
  /** The stored route. */
  routeKey: string | undefined;
  /** Ids of the marks that change what a view holds. */
  viewMarks: string[];
  /** What of the person's it held, each thing by a name of its own. */
  personal: Map<string, number>;
  turn: Turn;
};

/** A window of Orbit: a process of its own, on the same store as the others. */
export type Window = ReturnType<typeof createLoop> & {
  name: string;
  faults: StoreFaults;
  /** Why the next saves fail. */
  failures: StoreErrorDetail[];
  /** Its process is over. */
  isDead: boolean;
  isReplaced: boolean;
  /** Set once a save has failed: from then on the store may lack what the window shows. */
  hadTrouble: boolean;
  /** What the model did last. */
  lastTurn: Turn | undefined;
  /** How the newest request of the chat that is shown has ended, where this window knows. */
  lastEnd: RunEnd | undefined;
};

/** All that there is in one random run, and what happened in it. */
export type Life = {
  surroundings: Surroundings;
  windows: Window[];
  /** Whether two windows were open at the same time. */
  hadTwo: boolean;
  /** Whom the settings name. */
  named: number;
  /** What the model does next. */
  plan: Turn[];
  requests: SentRequest[];
  /** What was thrown where nothing may be. */
  thrown: unknown[];
  /** The questions that were taken: by their text, the window that took them. */
  taken: Map<string, Window>;
  /** Texts that were taken back. */
  withdrawn: Set<string>;
  /** Chats that were deleted. */
  deleted: Set<string>;
  /** How often the person asked to switch, by chat. */
  switches: Map<string, number>;
};

export function newLife(): Life {
  const life: Life = {
    surroundings: { ...newSurroundings(), world: anyWorld() },
    windows: [],
    hadTwo: false,
    named: 0,
    plan: [],
    requests: [],
    thrown: [],
    taken: new Map(),
    withdrawn: new Set(),
    deleted: new Set(),
    switches: new Map(),
  };
  openWindow(life);
  return life;
}

/** Starts a window. It shows no chat yet. */
export function openWindow(life: Life): Window {
  const faults: StoreFaults = { failure: () => failNext(window) };
  const providers = MODELS.map((model): Provider => {
    const script = (request: ProviderRequest): Step[] => turnFor(life, window, model, request);
    return { ...scriptedProvider(script, model.id), ...model, window: () => Promise.resolve(SMALL_WINDOW) };
  });
  const harness = createLoop({
    surroundings: life.surroundings,
    besideEarlier: true,
    limits: LIMITS,
    faults,
    makeProvider: (asked) => {
      const named = providers[life.named];
      const routed = asked === undefined || asked.provider === named?.id ? named : otherOf(providers, asked.provider);
      if (routed === undefined) throw new Error("no such provider");
      return routed;
    },
  });
  const window: Window = {
    ...harness,
    name: `window ${life.windows.length + 1}`,
    faults,
    failures: [],
    isDead: false,
    isReplaced: false,
    hadTrouble: false,
    lastTurn: undefined,
    lastEnd: undefined,
  };
  void harness.store.died.then(() => (window.isDead = true));
  harness.loop.subscribe((event) => {
    const isQuestion = event.type === "change" && event.change.type === "row" && event.change.row.type === "user";
    if (isQuestion || event.type === "chat") window.lastEnd = undefined;
  });
  life.windows.push(window);
  return window;
}

const SMALL_WINDOW = { tokens: WINDOW_TOKENS, source: "unknown" } as const;

function otherOf(providers: readonly Provider[], id: Provider["id"]): Provider | undefined {
  return providers.find((provider) => provider.id === id);
}

function failNext(window: Window): StoreErrorDetail | undefined {
  const failure = window.failures.shift();
  if (failure !== undefined) window.hadTrouble = true;
  return failure;
}

/** Notes the request beside what the store holds, and gives what the model does with it. */
function turnFor(life: Life, window: Window, model: (typeof MODELS)[number], request: ProviderRequest): Step[] {
  const chatId = window.loop.snapshot().header?.id ?? "";
  const chat = storedChat(life, chatId);
  const turn = life.plan.shift() ?? ANSWER;
  window.lastTurn = turn;
  if (chat === undefined) {
    // Where another window has just deleted the chat, this one may not know yet.
    if (chatId !== "" && !life.deleted.has(chatId))
      life.thrown.push(new Error("A request left for a chat that is not stored."));
    return ANSWER.steps("?", "");
  }
  life.requests.push({
    chatId,
    recipientKey: model.recipientKey,
    request: structuredClone(request),
    expected: {
      systemPrompt: chat.frozen?.systemPrompt ?? "",
      tools: chat.frozen?.tools ?? [],
      messages: projectHistory(chat, model),
    },
    routeKey: currentRoute(chat)?.recipientKey,
    viewMarks: chat.marks.filter(({ type }) => VIEW_MARKS.has(type)).map(({ id }) => id),
    personal: personalIn(chat),
    turn,
  });
  const typed = chat.rows.findLast((row) => row.type === "user")?.text ?? "";
  return turn.steps(`k${life.requests.length}`, typed);
}

const VIEW_MARKS = new Set(["refused", "superseded", "cut", "thinking_rejected"]);

/** What of the person's a request with this history holds. */
function personalIn(chat: Chat): Map<string, number> {
  const kept = keptMessages(chat);
  const messageIds = new Set(kept.map(({ id }) => id));
  const requestIds = new Set(kept.map(({ requestId }) => requestId));
  const personal = new Map<string, number>();
  for (const call of chat.calls.values()) {
    if (!messageIds.has(call.messageId) || !isSettled(call) || call.state.type !== "result") continue;
    const count = (call.state.disclosures ?? []).reduce((sum, item) => sum + item.count, 0);
    if (count > 0) personal.set(`call ${call.id}`, count);
  }
  for (const row of chat.rows) {
    if (row.type !== "user" || !requestIds.has(row.requestId)) continue;
    for (const attachment of row.attachments ?? []) {
      const count = attachment.type === "finder_selection" ? attachment.paths.length : 1;
      personal.set(`${attachment.type} of ${row.requestId}`, count);
    }
  }
  return personal;
}

/** The chat as the store holds it at this moment. */
export function storedChat({ surroundings }: Life, chatId: string): Chat | undefined {
  return readChat(surroundings.disk, chatId)?.chat;
}

/** All stored chats, in the order in which they began. */
export function storedChats(life: Life): Chat[] {
  return [...life.surroundings.disk.keys()].flatMap((id) => storedChat(life, id) ?? []);
}
