import type { IncomingMessage } from "node:http";
import { member, textOf } from "../../../src/providers/http/lenient";
import type { JsonObject, JsonValue } from "../../../src/agent/text/json";

/** A model that the server lists. */
export type ServedModel = {
  id: string;
  /** Whether it can use tools and see pictures; told where the server is an Ollama. */
  tools?: boolean;
  vision?: boolean;
  isEmbedding?: boolean;
};

/** The models of a server, and how it tells of them. */
export type ServedModels = {
  models?: readonly ServedModel[];
  /** Ollama's own routes are served too: /api/tags, /api/show and /api/ps, where no model is loaded. */
  ollama?: boolean;
  /** So many models a page, in the manner of the API that is asked. */
  pageSize?: number;
};

/** An answer in JSON. */
export type JsonAnswer = { status: number; body: JsonObject };

/**
 * Answers a question about models as servers of both formats do: the list at /v1/models and, where the client names a
 * version of the Anthropic API, /v1/models/ID. Undefined where that is no such question, and where the server has no list.
 */
export function answerAboutModels(
  { method, url = "", headers }: IncomingMessage,
  body: JsonValue | undefined,
  { models, ollama = false, pageSize }: ServedModels,
): JsonAnswer | undefined {
  if (models === undefined) return undefined;
  const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
  const isAnthropic = headers["anthropic-version"] !== undefined;
  switch (`${method ?? ""} ${pathname}`) {
    case "GET /v1/models":
      return ok(
        isAnthropic ? anthropicPage(models, searchParams, pageSize) : openaiPage(models, searchParams, pageSize),
      );
    case "GET /api/tags":
      return ollama ? ok({ models: models.map(({ id }) => ({ name: id, model: id })) }) : undefined;
    case "GET /api/ps":
      return ollama ? ok({ models: [] }) : undefined;
    case "POST /api/show":
      return ollama ? show(models, textOf(member(body, "model")) ?? "") : undefined;
  }
  const id = /^\/v1\/models\/(.+)$/.exec(pathname)?.[1];
  if (method !== "GET" || id === undefined || !isAnthropic) return undefined;
  const model = models.find((served) => served.id === decodeURIComponent(id));
  return model === undefined ? undefined : ok(anthropicModel(model));
}

function ok(body: JsonObject): JsonAnswer {
  return { status: 200, body };
}

/** https://platform.openai.com/docs/api-reference/models/list, which has no pages; other servers' have. */
function openaiPage(models: readonly ServedModel[], query: URLSearchParams, pageSize = Infinity): JsonObject {
  const { page, hasMore } = pageAfter(models, query.get("after"), pageSize);
  const data = page.map(({ id }) => ({ id, object: "model", created: 0, owned_by: "library" }));
  return { object: "list", data, ...(hasMore && { has_more: true }) };
}

/** https://platform.claude.com/docs/en/api/models/list */
function anthropicPage(models: readonly ServedModel[], query: URLSearchParams, pageSize = Infinity): JsonObject {
  const { page, hasMore } = pageAfter(
    models,
    query.get("after_id"),
    Math.min(pageSize, Number(query.get("limit") ?? 20)),
  );
  return {
    data: page.map(anthropicModel),
    has_more: hasMore,
    first_id: page.at(0)?.id ?? null,
    last_id: page.at(-1)?.id ?? null,
  };
}

function anthropicModel({ id, vision = false }: ServedModel): JsonObject {
  return { type: "model", id, display_name: id, capabilities: { image_input: { supported: vision } } };
}

function pageAfter(
  models: readonly ServedModel[],
  cursor: string | null,
  size: number,
): { page: readonly ServedModel[]; hasMore: boolean } {
  const start = models.findIndex(({ id }) => id === cursor) + 1;
  return { page: models.slice(start, start + size), hasMore: start + size < models.length };
}

/** https://docs.ollama.com/api-reference/show-model-details, with the tag that Ollama gives a name without one. */
function show(models: readonly ServedModel[], name: string): JsonAnswer {
  const model = models.find(({ id }) => id === name || id === `${name}:latest`);
  if (model === undefined) return { status: 404, body: { error: `model '${name}' not found` } };
  const { tools = false, vision = false, isEmbedding = false } = model;
  const capabilities = isEmbedding
    ? ["embedding"]
    : ["completion", ...(tools ? ["tools"] : []), ...(vision ? ["vision"] : [])];
  return ok({ capabilities, details: {}, model_info: {} });
}
