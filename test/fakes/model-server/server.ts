import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { isJsonObject, parseJson, type JsonValue } from "../../../src/agent/text/json";
import { decodeAnthropicRequest } from "./anthropic-request";
import { anthropicErrorBody, anthropicEvents } from "./anthropic-stream";
import { applyFaultWord } from "./fault-words";
import { InvalidRequestError } from "./invalid-request";
import { answerAboutModels, type ServedModels } from "./model-routes";
import { decodeOpenAIRequest } from "./openai-request";
import { openaiErrorBody, openaiEvents } from "./openai-stream";
import type { Reply } from "./reply";
import { modelRequest, type ModelRequest } from "./request";
import { scriptResponder, type Script } from "./script";
import { checkWellFormed } from "./wire-rules";

/** A running server. */
export type ModelServer = {
  /** `http://127.0.0.1:PORT`; both formats are served below it, Chat Completions with `/v1` and without. */
  url: string;
  /** The valid requests so far, in order, frozen. */
  requests: readonly ModelRequest[];
  /** Everything that was asked so far, such as `GET /v1/models`, the query included. */
  asked: readonly string[];
  /** Why requests were answered with an error that no script asked for; empty while every request was valid. */
  rejections: readonly string[];
  /** Ends every connection, also hanging ones, and frees the port. */
  stop(): Promise<void>;
};

/** What a model server is like. */
export type ModelServerOptions = ServedModels & {
  respond: Script;
  /** Gives the unique part of the ids it makes. */
  newId?: () => string;
  /** Requests without this key are answered with 401. */
  apiKey?: string;
  /** Fields of a request that it does not know: one with any of them is answered with 400, in words that name it. */
  refuses?: readonly string[];
  /** Every request with an image gets this error, as from a model that cannot see. */
  refusesImages?: { status: number; message: string };
};

/**
 * Starts a model server on loopback that answers by script. It checks requests as strictly as a strict provider does and
 * answers an invalid one with status 400 and the reason. It lists models only where it is given some.
 */
export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const asked: string[] = [];
  const rejections: string[] = [];
  const script = scriptResponder(options.respond);
  const newId = options.newId ?? (() => randomUUID().replaceAll("-", ""));

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    asked.push(`${incoming.method ?? ""} ${incoming.url ?? ""}`);
    const wire = wireOf(incoming);
    const errorBody = wire?.errorBody ?? openaiErrorBody;
    if (!hasKey(incoming, options.apiKey)) return sendJson(response, 401, errorBody(401, "That is not the key."));
    if (wire === undefined) return answerOther(incoming, response, options);
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    try {
      const body = await readBody(incoming);
      const refused = options.refuses?.find((field) => isJsonObject(body) && field in body);
      if (refused !== undefined) {
        await sendJson(response, 400, errorBody(400, `Unrecognized request argument supplied: ${refused}`));
        return;
      }
      const { request, events } = wire.decode(body, headersOf(incoming));
      requests.push(deepFreeze(request));
      const { refusesImages } = options;
      if (refusesImages !== undefined && hasImage(request)) {
        const { status, message } = refusesImages;
        await sendJson(response, status, wire.errorBody(status, message));
        return;
      }
      const reply = await applyFaultWord(request, () => script(request));
      await sendReply(response, reply, events(reply, newId), wire.errorBody, gone.signal);
    } catch (error) {
      if (gone.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      rejections.push(message);
      await sendJson(response, 400, wire.errorBody(400, message));
    }
  };

  const server = createServer((incoming, response) => void serve(incoming, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The model server got no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    asked,
    rejections,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** One of the two formats: how its requests are read and its answers are written. */
type Wire = {
  decode: (
    body: JsonValue,
    headers: Record<string, string>,
  ) => { request: ModelRequest; events: (reply: Reply, newId: () => string) => Iterable<string> };
  errorBody: (status: number, message: string) => string;
};

const ANTHROPIC: Wire = {
  decode: (body, headers) => {
    // The Messages API refuses a request without it: https://docs.anthropic.com/en/api/versioning
    if (headers["anthropic-version"] === undefined)
      throw new InvalidRequestError("anthropic-version: header is required");
    const request = modelRequest("anthropic", decodeAnthropicRequest(body), headers);
    return { request, events: (reply, newId) => anthropicEvents(reply, request, newId) };
  },
  errorBody: anthropicErrorBody,
};

const OPENAI: Wire = {
  decode: (body, headers) => {
    const { wantsUsage, ...decoded } = decodeOpenAIRequest(body);
    const request = modelRequest("openai", decoded, headers);
    return { request, events: (reply, newId) => openaiEvents(reply, request, newId, wantsUsage) };
  },
  errorBody: openaiErrorBody,
};

function wireOf({ method, url }: IncomingMessage): Wire | undefined {
  if (method !== "POST") return undefined;
  if (url === "/v1/messages") return ANTHROPIC;
  return url === "/v1/chat/completions" || url === "/chat/completions" ? OPENAI : undefined;
}

/** Questions about models, and 404 for anything else. */
async function answerOther(incoming: IncomingMessage, response: ServerResponse, models: ServedModels): Promise<void> {
  const { method = "", url = "" } = incoming;
  const body = method === "POST" ? await readBody(incoming).catch(() => undefined) : undefined;
  const answer = answerAboutModels(incoming, body, models);
  if (answer === undefined) return sendJson(response, 404, openaiErrorBody(404, `There is no ${method} ${url}.`));
  return sendJson(response, answer.status, JSON.stringify(answer.body));
}

function hasKey({ headers }: IncomingMessage, apiKey: string | undefined): boolean {
  return apiKey === undefined || headers["x-api-key"] === apiKey || headers.authorization === `Bearer ${apiKey}`;
}

async function readBody(incoming: IncomingMessage): Promise<JsonValue> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) {
    if (chunk instanceof Buffer) chunks.push(chunk);
  }
  const body = parseJson(Buffer.concat(chunks).toString("utf8"));
  if (body === undefined) throw new InvalidRequestError("The body is not valid JSON.");
  checkWellFormed(body);
  return body;
}

function headersOf(incoming: IncomingMessage): Record<string, string> {
  const entries = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
  return Object.fromEntries(entries);
}

async function sendReply(
  response: ServerResponse,
  reply: Reply,
  events: Iterable<string>,
  errorBody: Wire["errorBody"],
  signal: AbortSignal,
): Promise<void> {
  if (reply.delayMs !== undefined) await sleep(reply.delayMs, undefined, { signal });
  if (reply.never) return;
  if (reply.error !== undefined) {
    const { status, message = "", body, headers = {} } = reply.error;
    await sendJson(response, status, body ?? errorBody(status, message), headers);
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
  response.flushHeaders();
  if (!reply.hang) await sendEvents(response, reply, events, signal);
}

async function sendEvents(
  response: ServerResponse,
  reply: Reply,
  events: Iterable<string>,
  signal: AbortSignal,
): Promise<void> {
  let sent = 0;
  for (const event of events) {
    if (sent === reply.cutAfter) break;
    if (!response.write(event)) await once(response, "drain", { signal });
    sent += 1;
    if (reply.deltaDelayMs !== undefined) await sleep(reply.deltaDelayMs, undefined, { signal });
  }
  if (reply.cutAfter === undefined) response.end();
  // What was written before the cut must reach the client first.
  else response.write("\n", () => response.destroy());
}

async function sendJson(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): Promise<void> {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  await new Promise<void>((done) => response.end(body, done));
}

function hasImage({ messages }: ModelRequest): boolean {
  return messages.some(({ content }) => content.some(({ type }) => type === "image"));
}

/** Frozen, so that no later code changes what a test looks at. */
function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
