import type { Chat } from "../chat/chat";
import type { RouteMark } from "../history/marks";
import type { Provider } from "../ports/provider";
import { ProviderError } from "../ports/provider-error";

/**
 * Makes a provider from the settings of the moment: with a route the one it names, else the one they name. Throws
 * `ProviderError` where they make none. A new key or effort is taken up; only `chooseProvider` says who may be asked.
 */
export type MakeProvider = (route?: RouteMark) => Provider;

/** Who is asked next, and the route that has to be stored before that where it is new. */
export type Choice = { provider: Provider; route?: RouteMark };

/**
 * Who is asked next in a chat. The first request settles it: whatever happens to the settings after that, the chat goes
 * to no other recipient and no other model unless the person switches. Throws `provider_gone` rather than move it.
 */
export function chooseProvider(chat: Chat, make: MakeProvider, newId: () => string): Choice {
  const route = currentRoute(chat);
  if (route === undefined) return firstChoice(chat, make(), newId);
  if (!isAnswered(chat, route)) {
    // A model that never answered may be misspelt. Mended in the settings, it is asked by its new name.
    const provider = make();
    if (isSameRecipient(route, provider)) return leadsTo(route, provider) ? { provider } : chosen(provider, newId);
  }
  const provider = make(route);
  if (!leadsTo(route, provider)) throw new ProviderError({ type: "provider_gone", recipient: route.recipient });
  return { provider };
}

/** The route for going on with what the settings name now, as the person asked; undefined where that is nothing new. */
export function switchedRoute(chat: Chat, make: MakeProvider, newId: () => string): RouteMark | undefined {
  const provider = make();
  const route = currentRoute(chat);
  return route !== undefined && leadsTo(route, provider) ? undefined : routeTo(provider, newId());
}

/**
 * Who answers in the chat from here on: its newest route. Undefined before the first request, in older chats, and where
 * the first request never left this Mac.
 */
export function currentRoute({ marks }: Pick<Chat, "marks">): RouteMark | undefined {
  const undone = new Set(marks.flatMap((mark) => (mark.type === "not_sent" ? [mark.markId] : [])));
  return marks.filter((mark) => mark.type === "route").findLast(({ id }) => !undone.has(id));
}

/** A chat from before there were routes goes on where its last answer came from, or asks the person. */
function firstChoice(chat: Chat, provider: Provider, newId: () => string): Choice {
  const last = chat.messages.findLast((message) => message.role === "assistant");
  const key = last?.recipientKey ?? provider.recipientKey;
  if (key !== provider.recipientKey) throw new ProviderError({ type: "provider_gone", recipient: recipientOf(key) });
  return chosen(provider, newId);
}

function chosen(provider: Provider, newId: () => string): Choice {
  return { provider, route: routeTo(provider, newId()) };
}

function routeTo({ id: provider, model, recipientKey, recipient }: Provider, id: string): RouteMark {
  return { id, type: "route", provider, model, recipientKey, recipient };
}

function leadsTo(route: RouteMark, provider: Provider): boolean {
  return isSameRecipient(route, provider) && route.model === provider.model;
}

function isSameRecipient(route: RouteMark, provider: Provider): boolean {
  return route.provider === provider.id && route.recipientKey === provider.recipientKey;
}

function isAnswered({ messages }: Chat, { recipientKey }: RouteMark): boolean {
  return messages.some((message) => message.role === "assistant" && message.recipientKey === recipientKey);
}

/** The address in a recipient's key. */
function recipientOf(key: string): string {
  return key.slice(key.indexOf("@") + 1);
}
