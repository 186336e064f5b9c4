import type { Chat } from "../../../../src/agent/chat/chat";
import type { RunEnd } from "../../../../src/agent/chat/event-channel";
import { isSettled } from "../../../../src/agent/history/calls";
import { keptMessages } from "../../../../src/agent/history/marks";
import type { ImagesOutMark, Mark } from "../../../../src/agent/history/marks";
import { isImage, type SentMessage, type WireMessage } from "../../../../src/agent/history/messages";
import { fileOf } from "../../../../src/agent/images/image-file";
import { imagesShown } from "../../../../src/agent/images/images-in";
import type { Provider, ProviderRequest } from "../../../../src/agent/ports/provider";
import type { StoreErrorDetail } from "../../../../src/agent/ports/store";
import { currentRoute } from "../../../../src/agent/chat/current-route";
import { projectHistory } from "../../../../src/agent/wire/project-history";
import { createLoop, newSurroundings, type Surroundings } from "../create-loop";
import { pngOf } from "../sample-images";
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

/** The models that each of them has: one of whose eyes nobody knows, and one that is known to see nothing. */
export const MODEL_NAMES = ["plain", "blind"] as const;
type Model = (typeof MODELS)[number] & { model: string };

/** Pictures that the person sends along; a cut makes them smaller. */
export const PICTURES = [1, 2, 3].map((seed) => pngOf(600, 400, 60, seed));

/** Small ones, so that short runs reach them. */
const LIMITS = { maxCallsPerRequest: 6, maxQueued: 3, partialSaveIntervalMs: 0 };
const WINDOW_TOKENS = 5_000;

/** A request that was handed to a provider, and what the store held at that moment. */
export type SentRequest = {
  chatId: string;
  recipientKey: string;
  model: string;
  request: ProviderRequest;
  /** What the stored chat makes of a request to that provider. */
  expected: ProviderRequest;
  /** It is one without images, as they may be what the same request before was refused for. */
  isGuess: boolean;
  /** How often it may show each image, by its file. */
  mayShow: Map<string, number>;
  /** The stored route. */
  route: { recipientKey: string; model: string } | undefined;
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
  for (const picture of PICTURES) void life.surroundings.images.put(picture);
  openWindow(life);
  return life;
}

/** Starts a window. It shows no chat yet. */
export function openWindow(life: Life): Window {
  const faults: StoreFaults = { failure: () => failNext(window) };
  const provider = (at: (typeof MODELS)[number], name: string): Provider => {
    const model = { ...at, model: name };
    const script = (request: ProviderRequest): Step[] => turnFor(life, window, model, request);
    return {
      ...scriptedProvider(script, model.id),
      ...model,
      window: () => Promise.resolve(SMALL_WINDOW),
      sees: () => Promise.resolve(name === "blind" ? false : undefined),
    };
  };
  const harness = createLoop({
    surroundings: life.surroundings,
    besideEarlier: true,
    limits: LIMITS,
    faults,
    makeProvider: (asked) => {
      const named = MODELS[life.named];
      const other = MODELS.find(({ id }) => id === asked?.provider);
      const routed = asked === undefined || asked.provider === named?.id ? named : other;
      if (routed === undefined) throw new Error("no such provider");
      return provider(routed, asked?.model ?? "plain");
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

function failNext(window: Window): StoreErrorDetail | undefined {
  const failure = window.failures.shift();
  if (failure !== undefined) window.hadTrouble = true;
  return failure;
}

/** Notes the request beside what the store holds, and gives what the model does with it. */
function turnFor(life: Life, window: Window, model: Model, request: ProviderRequest): Step[] {
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
  const before = life.requests.findLast((other) => other.chatId === chatId);
  const isGuess =
    before?.turn.words.includes("invalid_request") === true &&
    imagesShown(before.request.messages).length > 0 &&
    imagesShown(request.messages).length === 0 &&
    imagesShown(projectHistory(chat, model)).length > 0;
  const marks = isGuess ? [...chat.marks, allOut(chat, model)] : chat.marks;
  life.requests.push({
    chatId,
    recipientKey: model.recipientKey,
    model: model.model,
    request: structuredClone(request),
    expected: {
      systemPrompt: chat.frozen?.systemPrompt ?? "",
      tools: chat.frozen?.tools ?? [],
      messages: withImages(projectHistory({ ...chat, marks }, model), life),
    },
    isGuess,
    mayShow: mayShow(chat, model),
    route: currentRoute(chat),
    viewMarks: chat.marks.filter((mark) => changesView(mark, model)).map(({ id }) => id),
    personal: personalIn(chat, request),
    turn,
  });
  const typed = chat.rows.findLast((row) => row.type === "user")?.text ?? "";
  return turn.steps(`k${life.requests.length}`, typed);
}

const VIEW_MARKS = new Set(["refused", "superseded", "cut", "thinking_rejected"]);

function changesView(mark: Mark, model: Model): boolean {
  return VIEW_MARKS.has(mark.type) || isOut(mark, model);
}

function isOut(mark: Mark, { recipientKey, model }: Model): mark is ImagesOutMark {
  return mark.type === "images_out" && mark.recipientKey === recipientKey && mark.model === model;
}

/** A mark that keeps every image from a model. */
function allOut(chat: Chat, { recipientKey, model }: Model): ImagesOutMark {
  const files = imagesShown(chat.messages);
  return { id: "guess", type: "images_out", upToSeq: Infinity, recipientKey, model, files, reason: "refused" };
}

/** The messages with the images in the place of their files, all of which are there. */
function withImages(messages: readonly WireMessage[], { surroundings }: Life): SentMessage[] {
  return messages.map(({ role, content }) => ({
    role,
    content: content.map((block) => {
      if (block.type !== "image_file") return block;
      const data = Buffer.from(surroundings.images.files.get(block.file) ?? "").toString("base64");
      return { type: "image", mediaType: block.mediaType, data };
    }),
  }));
}

/** How often each image stands in the history where no mark keeps it from the model. */
function mayShow(chat: Chat, model: Model): Map<string, number> {
  const counts = new Map<string, number>();
  const marks = chat.marks.filter((mark) => isOut(mark, model));
  for (const { seq, content } of keptMessages(chat)) {
    for (const file of content.filter(isImage).map(fileOf)) {
      const isKept = marks.some(({ upToSeq, files }) => seq <= upToSeq && files.includes(file));
      if (!isKept) counts.set(file, (counts.get(file) ?? 0) + 1);
    }
  }
  return counts;
}

/** What of the person's a request with this history holds. */
function personalIn(chat: Chat, { messages }: ProviderRequest): Map<string, number> {
  const kept = keptMessages(chat);
  const messageIds = new Set(kept.map(({ id }) => id));
  const requestIds = new Set(kept.map(({ requestId }) => requestId));
  const personal = new Map(imagesShown(messages).map((file) => [`image ${file}`, 1]));
  for (const call of chat.calls.values()) {
    if (!messageIds.has(call.messageId) || !isSettled(call) || call.state.type !== "result") continue;
    const count = (call.state.disclosures ?? []).reduce((sum, item) => sum + item.count, 0);
    if (count > 0) personal.set(`call ${call.id}`, count);
  }
  for (const row of chat.rows) {
    if (row.type !== "user" || !requestIds.has(row.requestId)) continue;
    for (const attachment of row.attachments ?? []) {
      if (attachment.type === "image") continue;
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
