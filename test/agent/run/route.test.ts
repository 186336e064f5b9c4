import { describe, expect, it } from "vitest";
import { emptyChat, type Chat } from "../../../src/agent/chat/chat";
import type { Mark, RouteMark } from "../../../src/agent/history/marks";
import type { AssistantMessage } from "../../../src/agent/history/messages";
import type { Provider } from "../../../src/agent/ports/provider";
import { ProviderError } from "../../../src/agent/ports/provider-error";
import { currentRoute } from "../../../src/agent/chat/current-route";
import { chooseProvider, switchedRoute, type MakeProvider } from "../../../src/agent/run/route";
import { scriptedProvider } from "../support/scripted-provider";

const newId = () => "new";

function provider(address: string, model: string): Provider {
  return { ...scriptedProvider([]), recipient: address, recipientKey: `anthropic@${address}`, model };
}

function route(address: string, model: string, id = "old"): RouteMark {
  return { id, type: "route", provider: "anthropic", model, recipientKey: `anthropic@${address}`, recipient: address };
}

function chatWith(marks: Mark[], answeredBy?: string): Chat {
  const answer: AssistantMessage = {
    id: "m",
    seq: 2,
    requestId: "r",
    createdAt: 0,
    role: "assistant",
    content: [{ type: "text", text: "A" }],
    provider: "anthropic",
    ...(answeredBy !== undefined && { recipientKey: `anthropic@${answeredBy}` }),
    model: "m1",
    stopReason: { type: "end_turn" },
  };
  const header = { id: "c", title: "", createdAt: 0, updatedAt: 0, left: false };
  return { ...emptyChat(header), marks, messages: answeredBy === undefined ? [] : [answer] };
}

/** Settings that name this address and model; they make any model at it. */
const settings =
  (address: string, model: string): MakeProvider =>
  (asked) =>
    provider(address, asked?.model ?? model);

const { signal } = new AbortController();

const choose = async (chat: Chat, make: MakeProvider) => {
  const { provider: chosen, route: made } = await chooseProvider(chat, make, newId, signal);
  return { asked: `${chosen.model} at ${chosen.recipient}`, route: made };
};

describe("C12 who is asked next", () => {
  it("is what the settings name in a new chat, which gets its route", async () => {
    expect(await choose(chatWith([]), settings("a", "m1"))).toEqual({
      asked: "m1 at a",
      route: route("a", "m1", "new"),
    });
  });

  it("is the model of the route, whatever model the settings name now", async () => {
    expect(await choose(chatWith([route("a", "m1")], "a"), settings("a", "m2"))).toEqual({ asked: "m1 at a" });
  });

  it("is nobody at another address", async () => {
    const error: unknown = expect.objectContaining({ detail: { type: "provider_gone", recipient: "a" } });
    for (const chat of [chatWith([route("a", "m1")], "a"), chatWith([route("a", "m1")])]) {
      await expect(choose(chat, settings("b", "m1"))).rejects.toThrow(error);
    }
  });

  it("is nobody where the same address is spoken to in another way", async () => {
    const make = (): Provider => ({ ...provider("a", "m1"), id: "claude-code" });
    await expect(choose(chatWith([route("a", "m1")], "a"), make)).rejects.toThrow(ProviderError);
  });

  it("is a model by its new name where the old one never answered", async () => {
    const chat = chatWith([route("a", "misspelt")]);
    expect(await choose(chat, settings("a", "m1"))).toEqual({ asked: "m1 at a", route: route("a", "m1", "new") });
    expect(await choose(chatWith([route("a", "m1")]), settings("a", "m1"))).toEqual({ asked: "m1 at a" });
  });

  it("is a model by its new name though another of the recipient has answered", async () => {
    const chat = chatWith([route("a", "m1"), { ...route("a", "misspelt", "next"), afterSeq: 2 }], "a");
    const mended = { ...route("a", "m2", "new"), afterSeq: 2 };
    expect(await choose(chat, settings("a", "m2"))).toEqual({ asked: "m2 at a", route: mended });
    const mendedAgain = chatWith([...chat.marks, { ...mended, model: "misspelt too" }], "a");
    expect(await choose(mendedAgain, settings("a", "m2"))).toEqual({ asked: "m2 at a", route: mended });
  });

  it("is a model that answered before the chat went to another and back", async () => {
    const away = { ...route("a", "m2", "away"), afterSeq: 2 };
    const back = { ...route("a", "m1", "back"), afterSeq: 2 };
    expect(await choose(chatWith([route("a", "m1"), away, back], "a"), settings("a", "m2"))).toEqual({
      asked: "m1 at a",
    });
  });

  it("is a model that answered behind a route that was taken back, by whatever name it answers", async () => {
    const marks: Mark[] = [
      { ...route("a", "alias"), afterSeq: 0 },
      { ...route("a", "m2", "undone"), afterSeq: 1 },
      { id: "n", type: "not_sent", markId: "undone" },
    ];
    expect(await choose(chatWith(marks, "a"), settings("a", "m2"))).toEqual({ asked: "alias at a" });
  });

  it("P7 is the model that the person chose, also where it never answered and the settings name another", async () => {
    const chat = chatWith([{ ...route("a", "chosen"), isChosen: true }]);
    expect(await choose(chat, settings("a", "m1"))).toEqual({ asked: "chosen at a" });
  });

  it("P7 is who the route names where the settings name nobody any more", async () => {
    const make: MakeProvider = (asked) => {
      if (asked === undefined) throw new ProviderError({ type: "not_supported_yet", provider: "claude-code" });
      return provider("a", asked.model);
    };
    expect(await choose(chatWith([route("a", "m1")]), make)).toEqual({ asked: "m1 at a" });
  });

  it("P7 is nobody where the person stops while it is found out", async () => {
    const stopped = new Error("stopped");
    const make: MakeProvider = (asked) => (asked === undefined ? Promise.reject(stopped) : provider("a", asked.model));
    await expect(choose(chatWith([route("a", "m1")]), make)).rejects.toBe(stopped);
  });

  it("is by the newest route", async () => {
    const chat = chatWith([route("a", "m1"), route("b", "m2")], "a");
    expect(await choose({ ...chat, messages: [] }, settings("b", "m2"))).toEqual({ asked: "m2 at b" });
    expect(currentRoute(chat)?.recipient).toBe("b");
  });

  it("is in a chat from before routes whoever answered last, or nobody", async () => {
    expect(await choose(chatWith([], "a"), settings("a", "m2"))).toEqual({
      asked: "m2 at a",
      route: { ...route("a", "m2", "new"), afterSeq: 2 },
    });
    const error: unknown = expect.objectContaining({ detail: { type: "provider_gone", recipient: "a" } });
    await expect(choose(chatWith([], "a"), settings("b", "m2"))).rejects.toThrow(error);
  });
});

describe("C12 the route after a switch", () => {
  it("is what the settings name, where that is another recipient or model, or what the person chose", async () => {
    const chat = chatWith([route("a", "m1")], "a");
    const made = (address: string, model: string) => ({ ...route(address, model, "new"), afterSeq: 2 });
    expect(await switchedRoute(chat, settings("b", "m1"), newId, undefined, signal)).toEqual(made("b", "m1"));
    expect(await switchedRoute(chat, settings("a", "m2"), newId, undefined, signal)).toEqual(made("a", "m2"));
    expect(await switchedRoute(chat, settings("a", "m1"), newId, undefined, signal)).toBeUndefined();
    expect(
      await switchedRoute(chat, settings("a", "m1"), newId, { provider: "anthropic", model: "m3" }, signal),
    ).toEqual({ ...made("a", "m3"), isChosen: true });
    expect(await switchedRoute(chatWith([], "a"), settings("b", "m1"), newId, undefined, signal)).toEqual(
      made("b", "m1"),
    );
  });
});
