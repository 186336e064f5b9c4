import { randomBytes, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { extname } from "node:path";
import { deedsSchema } from "../frame/deed";
import type { PageFile } from "./page-files";
import type { PreviewHost } from "./preview-host";

/** What the server needs of the preview host. */
export type PageHost = Pick<PreviewHost, "frame" | "subscribe" | "pageCame" | "do" | "addresses">;

/** The page's server. */
export interface PageServer {
  /** The one address that leads to the page. */
  readonly address: string;
  close(): Promise<void>;
}

const MOST_POSTED_BYTES = 1_000_000;
const KEEP_ALIVE_MS = 15_000;

// Scripts come from here alone, and nothing from elsewhere is loaded: not even a picture that a model's answer names.
const HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".svg": "image/svg+xml",
};
const TEXT_ENDINGS = [".txt", ".md", ".csv", ".json", ".log"];

/**
 * Serves the page on this machine alone, on a free port, under a path that nobody can guess. Whoever asks with another
 * host name (a page that made its name lead here) or from another origin is refused.
 */
export async function startPageServer(host: PageHost, files: ReadonlyMap<string, PageFile>): Promise<PageServer> {
  const token = randomBytes(32).toString("base64url");
  let authority = "";
  const server = createServer((request, response) => {
    answer(request, response).catch(() => refuse(response, 500));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const status = refusal(request, authority, token);
    if (status !== undefined) {
      refuse(response, status);
      return;
    }
    const url = new URL(request.url ?? "", `http://${authority}`);
    const path = url.pathname.slice(token.length + 2);
    const file = files.get(path);
    if (request.method === "POST") await takeDeeds(request, response, host);
    else if (file) send(response, file.type, file.body);
    else if (path === "events") stream(response, host, url.searchParams.get("page"));
    else await sendFile(response, host.addresses.pathOf(path));
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  authority = `127.0.0.1:${portOf(server)}`;
  return {
    address: `http://${authority}/${token}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The page's server has no port.");
  return address.port;
}

/** Why a request is refused, as a status; undefined for one that may be answered. */
function refusal({ headers, method, url = "" }: IncomingMessage, authority: string, token: string): number | undefined {
  if (headers.host !== authority) return 403;
  const { origin } = headers;
  if (origin !== undefined && origin !== `http://${authority}`) return 403;
  const [, given = "", rest = ""] = /^\/([^/?]*)\/([^?]*)/.exec(url) ?? [];
  if (!isSame(given, token)) return 404;
  if (method === "GET") return undefined;
  if (method !== "POST" || rest !== "deeds") return 405;
  if (origin === undefined) return 403;
  return headers["content-type"] === "application/json" ? undefined : 415;
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function refuse(response: ServerResponse, status: number): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, HEADERS).end();
}

function send(response: ServerResponse, type: string, body: string | Uint8Array, headers = {}): void {
  response.writeHead(200, { ...HEADERS, ...headers, "content-type": type }).end(body);
}

/** A file that a frame named: a picture as such, text and PDF to read, anything else to save. */
async function sendFile(response: ServerResponse, path: string | undefined): Promise<void> {
  const body = path === undefined ? undefined : await readFile(path).catch(() => undefined);
  if (path === undefined || body === undefined) {
    refuse(response, 404);
    return;
  }
  const ending = extname(path).toLowerCase();
  const image = IMAGE_TYPES[ending];
  const type =
    image ??
    (ending === ".pdf" ? "application/pdf" : TEXT_ENDINGS.includes(ending) ? "text/plain; charset=utf-8" : undefined);
  // Whatever the file holds, it is looked at, never run.
  send(response, type ?? "application/octet-stream", body, {
    "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    ...(type === undefined && { "content-disposition": "attachment" }),
  });
}

async function takeDeeds(request: IncomingMessage, response: ServerResponse, host: PageHost): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) {
    refuse(response, 413);
    return;
  }
  const posted = deedsSchema.safeParse(parseJson(body));
  if (!posted.success) {
    refuse(response, 400);
    return;
  }
  for (const { number, deed } of posted.data.deeds) host.do(posted.data.page, number, deed);
  response.writeHead(204, HEADERS).end();
}

/** What was posted; undefined where it is too much. It is read to its end even so, or the answer would not arrive. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MOST_POSTED_BYTES) chunks.push(chunk);
  }
  return size <= MOST_POSTED_BYTES ? Buffer.concat(chunks).toString() : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Tells a page every change. A page that reads slowly misses frames, never the newest. */
function stream(response: ServerResponse, host: PageHost, page: string | null): void {
  if (!page) {
    refuse(response, 400);
    return;
  }
  response.writeHead(200, { ...HEADERS, "content-type": "text/event-stream" });
  let isDue = false;
  let isFull = false;
  const write = () => {
    isDue = false;
    isFull = !response.write(`data: ${JSON.stringify(host.frame())}\n\n`);
  };
  const writeSoon = () => {
    if (isDue) return;
    isDue = true;
    if (!isFull) setImmediate(write);
  };
  response.on("drain", () => {
    isFull = false;
    if (isDue) write();
  });
  const keepAlive = setInterval(() => response.write(":\n\n"), KEEP_ALIVE_MS);
  const unsubscribe = host.subscribe(writeSoon);
  const went = host.pageCame(page);
  response.on("close", () => {
    clearInterval(keepAlive);
    unsubscribe();
    went();
  });
  write();
}
