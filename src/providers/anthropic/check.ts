import { ProviderError } from "../../agent/ports/provider-error";
import { routeOf } from "../http/address";
import { askJson } from "../http/ask-json";
import type { Connection } from "../http/connection";
import { chatModels, isRouteNotServed, listModels, type ModelList } from "../http/model-list";
import { isListedAs } from "../http/model-names";
import type { Transport } from "../http/transport";
import type { ProviderCheck, ProviderState } from "../provider-check";
import { anthropicConnection, isOfficial } from "./connection";

const TIMEOUT_MS = 10_000;

/** The most that the API gives at once (https://platform.claude.com/docs/en/api/models/list). */
const PAGE_SIZE = "1000";

/** The Messages API as the preferences name it. */
export type MessagesServer = { baseUrl?: string; apiKey?: string; model: string };

/**
 * Whether the Messages API can answer: it is there, takes the key, and has the model. A compatible server that cannot tell
 * of one model is asked for its list, and one that has no list either is taken at its word. Throws `ProviderError` where
 * nobody can be asked.
 */
export async function checkAnthropic(
  server: MessagesServer,
  transport: Transport,
  signal: AbortSignal,
): Promise<Pick<ProviderCheck, "state" | "models">> {
  const connection = anthropicConnection(server);
  const check = await checkOver(connection, server.model, transport, signal);
  if (isOfficial(connection.address) || !isKeyRefused(check.state)) return check;
  return checkOver(anthropicConnection(server, true), server.model, transport, signal);
}

function isKeyRefused(state: ProviderState): boolean {
  return state.type === "failed" && state.detail.type === "invalid_api_key";
}

async function checkOver(
  connection: Connection,
  model: string,
  transport: Transport,
  signal: AbortSignal,
): Promise<Pick<ProviderCheck, "state" | "models">> {
  const [found, list] = await Promise.all([
    orError(findModel(model, connection, transport, signal)),
    orError(listModels({ url: listUrl(connection), cursor: "after_id" }, connection, transport, signal)),
  ]);
  return {
    state: stateOf(model, connection, found, list),
    models: list === undefined || list instanceof ProviderError ? [] : chatModels(list),
  };
}

function stateOf(
  model: string,
  { address, destination }: Connection,
  found: ProviderError | undefined,
  list: ModelList | ProviderError | undefined,
): ProviderState {
  const ready: ProviderState = { type: "ready", model };
  if (found === undefined) return ready;
  const { detail } = found;
  if (isOfficial(address) || !(isRouteNotServed(found) || detail.type === "invalid_base_url")) {
    return { type: "failed", detail };
  }
  if (list instanceof ProviderError) return { type: "failed", detail: list.detail };
  const isMissing = list?.isWhole === true && !list.models.some(({ id }) => isListedAs(id, model));
  return isMissing ? { type: "failed", detail: { type: "model_not_found", model, destination } } : ready;
}

async function findModel(
  model: string,
  connection: Connection,
  transport: Transport,
  signal: AbortSignal,
): Promise<undefined> {
  const url = routeOf(connection.address.base, `/models/${encodeURIComponent(model)}`);
  await askJson({ url, model, timeoutMs: TIMEOUT_MS }, connection, transport, signal);
}

function listUrl({ address }: Connection): URL {
  const url = routeOf(address.base, "/models");
  url.searchParams.set("limit", PAGE_SIZE);
  return url;
}

/** An error of the provider as a value; the signal's reason stays an error. */
async function orError<T>(asked: Promise<T>): Promise<T | ProviderError> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
}
