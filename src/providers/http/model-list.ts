import type { ModelInfo } from "../provider-check";
import { askJson } from "./ask-json";
import type { Connection } from "./connection";
import { listOf, member, textOf } from "./lenient";
import { listedFacts, type ModelFacts } from "./model-facts";
import { StatusError } from "./status-error";
import type { Transport } from "./transport";

/** More than any server has. What is left out can be asked for by its name all the same. */
const MAX_PAGES = 20;
const MAX_MODELS = 5_000;

const PAGE_TIMEOUT_MS = 10_000;

/** Somebody looks at the page of the setup meanwhile: what has come by then is shown. */
const LIST_TIMEOUT_MS = 20_000;

/** A model of a list, with what the list tells of it. */
export type ListedModel = { id: string } & ModelFacts;

/** The models of a server, in its order, each once; a list that is not whole proves nothing about what is not in it. */
export type ModelList = { models: ListedModel[]; isWhole: boolean };

/** Where a list begins, and the parameter that its next page is asked for with. */
export type ListStart = { url: URL; cursor: "after" | "after_id" };

/**
 * Asks for a server's list of models, page by page. Undefined where a server answers that has none for us; throws
 * `ProviderError` where it gives no first page for another reason, and the signal's reason as soon as it fires.
 */
export async function listModels(
  { url, cursor }: ListStart,
  connection: Connection,
  transport: Transport,
  signal: AbortSignal,
): Promise<ModelList | undefined> {
  const models = new Map<string, ListedModel>();
  const list = (isWhole: boolean) => ({ models: [...models.values()].slice(0, MAX_MODELS), isWhole });
  const startedAt = transport.clock.now();
  let next: URL | undefined = url;
  for (let pages = 0; next !== undefined; pages += 1) {
    const isLate = transport.clock.now() - startedAt >= LIST_TIMEOUT_MS;
    if (pages === MAX_PAGES || models.size > MAX_MODELS || isLate) return list(false);
    const page: Page | undefined = await askPage({ url: next, cursor }, connection, transport, signal).catch(
      (error: unknown) => {
        // A page that fails after others costs no more than itself.
        if (pages === 0 || signal.aborted) throw error;
        return undefined;
      },
    );
    if (page === undefined) return pages === 0 ? undefined : list(false);
    const before = models.size;
    for (const model of page.models) models.set(model.id, model);
    // A server that does not know its own cursor gives the same page for ever.
    if (page.next !== undefined && models.size === before) return list(false);
    next = page.next;
  }
  return list(models.size <= MAX_MODELS);
}

/** The models that answer questions, as a person chooses among them. */
export function chatModels({ models }: ModelList): ModelInfo[] {
  return models.flatMap(({ isForChat, ...model }) => (isForChat === false ? [] : [model]));
}

/**
 * True for the answer of a server that takes the key and has no such route, or none for this key: a list is a courtesy. A
 * page is another matter: a web server at a wrong address gives one, unless it has the words of Express, which many proxies
 * are made with.
 */
export function isRouteNotServed(error: unknown): boolean {
  if (!(error instanceof StatusError)) return false;
  const { detail, status, said } = error;
  if (/^\s*</.test(said) && !/cannot get \//i.test(said)) return false;
  return status === 501 || NOT_SERVED.includes(detail.type);
}

const NOT_SERVED: readonly string[] = ["invalid_base_url", "invalid_request", "model_not_found", "permission_denied"];

type Page = { models: ListedModel[]; next: URL | undefined };

async function askPage(
  start: ListStart,
  connection: Connection,
  transport: Transport,
  signal: AbortSignal,
): Promise<Page | undefined> {
  try {
    const question = { url: start.url, timeoutMs: PAGE_TIMEOUT_MS };
    return readPage(await askJson(question, connection, transport, signal), start);
  } catch (error) {
    if (isRouteNotServed(error)) return undefined;
    throw error;
  }
}

/** Lists come as `data`, as `models`, or bare (Together). Undefined where there is none. */
function readPage(answer: unknown, start: ListStart): Page | undefined {
  const entries = [member(answer, "data"), member(answer, "models"), answer].find((list) => Array.isArray(list));
  // Ollama without models has null in place of the list.
  if (entries === undefined && member(answer, "object") !== "list") return undefined;
  const models = listOf(entries).flatMap((entry) => {
    const id = (textOf(member(entry, "id")) ?? textOf(member(entry, "name")))?.trim();
    return id === undefined || id === "" ? [] : [{ id, ...listedFacts(entry, id) }];
  });
  return { models, next: nextPage(answer, start, models.at(-1)?.id) };
}

/** Where the next page is: at a token (Google), at an address of the same server (OpenRouter), or after the last id. */
function nextPage(answer: unknown, { url, cursor }: ListStart, lastId: string | undefined): URL | undefined {
  const token = textOf(member(answer, "next_page_token")) ?? textOf(member(answer, "nextPageToken"));
  if (token !== undefined) return withParameter(url, "page_token", token);
  const link = textOf(member(member(answer, "links"), "next"));
  if (link !== undefined) {
    const next = URL.parse(link, url);
    return next?.origin === url.origin ? next : undefined;
  }
  const after = textOf(member(answer, "last_id")) ?? lastId;
  return member(answer, "has_more") === true && after !== undefined ? withParameter(url, cursor, after) : undefined;
}

function withParameter(url: URL, name: string, value: string): URL {
  const next = new URL(url);
  next.searchParams.set(name, value);
  return next;
}
