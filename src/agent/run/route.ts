import type { Chat } from "../chat/chat";
import { currentRoute, hasAnswered } from "../chat/current-route";
import type { RouteMark } from "../history/marks";
import type { ModelChoice, Provider } from "../ports/provider";
import { ProviderError } from "../ports/provider-error";

/** A model to make a provider for; `recipient` is who answered with it in a chat so far. */
export type AskedModel = ModelChoice & { recipient?: string };

/**
 * Makes a provider from the settings of the moment: for a model the one that has it, else the one that is chosen, which
 * may mean asking servers first. Throws `ProviderError` where there is none, and soon after `signal` fires. A new
 * key or effort is taken up; only `chooseProvider` says who may be asked.
 */
export type MakeProvider = (asked: AskedModel | undefined, signal: AbortSignal) => Provider | Promise<Provider>;

/** Who is asked next, and the route that has to be stored before that where it is new. */
export type ChosenProvider = { provider: Provider; route?: RouteMark };

/**
 * Who is asked next in a chat. The first request settles it: whatever happens to the settings after that, the chat goes
 * to no other recipient and no other model unless the person switches. Rejects with `provider_gone` rather than move it.
 */
export async function chooseProvider(
  chat: Chat,
  make: MakeProvider,
  newId: () => string,
  signal: AbortSignal,
): Promise<ChosenProvider> {
  const route = currentRoute(chat);
  if (route === undefined) return firstChoice(chat, await make(undefined, signal), newId);
  if (route.isChosen !== true && !hasAnswered(chat, route)) {
    // A model that never answered may be misspelt. Mended in the settings, it is asked by its new name.
    const provider = await namedNow(make, signal);
    if (provider !== undefined && isSameRecipient(route, provider)) {
      return leadsTo(route, provider) ? { provider } : chosen(chat, provider, newId);
    }
  }
  const provider = await make(route, signal);
  if (!leadsTo(route, provider)) throw new ProviderError({ type: "provider_gone", recipient: route.recipient });
  return { provider };
}

/**
 * The route for going on with the model that the person chose, or with what the settings name now; undefined where that is
 * nothing new.
 */
export async function switchedRoute(
  chat: Chat,
  make: MakeProvider,
  newId: () => string,
  choice: ModelChoice | undefined,
  signal: AbortSignal,
): Promise<RouteMark | undefined> {
  const provider = await make(choice, signal);
  const route = currentRoute(chat);
  if (route !== undefined && leadsTo(route, provider)) return undefined;
  return { ...routeTo(chat, provider, newId()), ...(choice !== undefined && { isChosen: true }) };
}

/** What the settings name now; undefined where that is nobody: a chat that has its route does without. */
async function namedNow(make: MakeProvider, signal: AbortSignal): Promise<Provider | undefined> {
  try {
    return await make(undefined, signal);
  } catch (error) {
    if (error instanceof ProviderError) return undefined;
    throw error;
  }
}

/** A chat from before there were routes goes on where its last answer came from, or asks the person. */
function firstChoice(chat: Chat, provider: Provider, newId: () => string): ChosenProvider {
  const last = chat.messages.findLast((message) => message.role === "assistant");
  const key = last?.recipientKey ?? provider.recipientKey;
  if (key !== provider.recipientKey) throw new ProviderError({ type: "provider_gone", recipient: recipientOf(key) });
  return chosen(chat, provider, newId);
}

function chosen(chat: Chat, provider: Provider, newId: () => string): ChosenProvider {
  return { provider, route: routeTo(chat, provider, newId()) };
}

function routeTo(
  { messages }: Chat,
  { id: provider, model, recipientKey, recipient }: Provider,
  id: string,
): RouteMark {
  const last = messages.at(-1);
  return { id, type: "route", provider, model, recipientKey, recipient, ...(last && { afterSeq: last.seq }) };
}

function leadsTo(route: RouteMark, provider: Provider): boolean {
  return isSameRecipient(route, provider) && route.model === provider.model;
}

function isSameRecipient(route: RouteMark, provider: Provider): boolean {
  return route.provider === provider.id && route.recipientKey === provider.recipientKey;
}

/** The address in a recipient's key. */
function recipientOf(key: string): string {
  return key.slice(key.indexOf("@") + 1);
}
