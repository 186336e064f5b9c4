import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createTcpServer, Socket } from "node:net";
import tls from "node:tls";
import { inspect } from "node:util";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { failureNotice } from "../../../src/agent/notices";
import { ProviderError } from "../../../src/agent/ports/provider-error";
import { fetchIn } from "../../../src/providers/http/environment-fetch";
import { createProxiedFetch } from "../../../src/providers/http/proxied-fetch";
import { createOpenAIProvider } from "../../../src/providers/openai/openai-provider";
import { ask, errorDetail, instantClock, shownText, sse, turnOf } from "../harness";
import { certificate, listen, listenSecure, startProxy, TEST_CA, type TunnelAnswer } from "./test-proxy";

/** A host that is not this Mac, so that it is asked through the proxy; nothing looks it up. */
const HOST = "models.orbit.test";
const text = (content: string) => ({ choices: [{ delta: { content } }] });
const ANSWER = sse(text("Hello"), { choices: [{ finish_reason: "stop" }] }, "[DONE]");
const streamHead = { "content-type": "text/event-stream" };
const answering: RequestListener = (_request, response) => response.writeHead(200, streamHead).end(ANSWER);

const closers: (() => Promise<void>)[] = [];
const usual = tls.getCACertificates("default");

beforeAll(() => tls.setDefaultCACertificates([...usual, TEST_CA]));

afterAll(() => tls.setDefaultCACertificates(usual));

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function proxyTo(
  server: { port: number; close: () => Promise<void> },
  options?: Parameters<typeof startProxy>[1],
) {
  closers.push(server.close);
  const proxy = await startProxy(server.port, options);
  closers.push(proxy.close);
  return proxy;
}

/** A proxy that treats every wish for a tunnel in one way, and that no server stands behind. */
const stubbornProxy = async (answer: TunnelAnswer) => proxyTo(await listen(createServer(answering)), { answer });

const providerVia = (proxy: string, baseUrl = `https://${HOST}/v1`) => {
  const { clock, waits } = instantClock();
  const fetch = fetchIn({ HTTPS_PROXY: proxy, HTTP_PROXY: proxy });
  return { provider: createOpenAIProvider({ model: "m", apiKey: "sk-key-of-the-test", baseUrl, fetch, clock }), waits };
};

const askVia = async (proxy: string, baseUrl?: string) => {
  const { provider, waits } = providerVia(proxy, baseUrl);
  return { outcome: await ask(provider), waits };
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat((await request.toArray()) as Buffer[]).toString();
}

describe("P8 a request through a proxy", () => {
  it("goes in a tunnel where it is https, and arrives as it was sent", async () => {
    const received: unknown[] = [];
    const server = await listenSecure((request, response) => {
      void bodyOf(request).then((body) => {
        const { method, url, headers } = request;
        received.push({
          method,
          url,
          host: headers.host,
          key: headers.authorization,
          body: JSON.parse(body) as unknown,
        });
        expect(Object.keys(headers)).not.toContain("proxy-authorization");
        answering(request, response);
      });
    });
    const proxy = await proxyTo(server);
    const { outcome } = await askVia(`http://joe:p%40ss@${proxy.address}`);

    expect([shownText(outcome), turnOf(outcome).stopReason]).toEqual(["Hello", { type: "end_turn" }]);
    expect(received).toMatchObject([
      {
        method: "POST",
        url: "/v1/chat/completions",
        host: HOST,
        key: "Bearer sk-key-of-the-test",
        body: { model: "m" },
      },
    ]);
    expect(proxy.asked).toMatchObject([
      {
        method: "CONNECT",
        url: `${HOST}:443`,
        headers: { "proxy-authorization": `Basic ${Buffer.from("joe:p@ss").toString("base64")}` },
      },
    ]);
    // Nothing but the name of the server and the proxy's own credentials is told to it.
    expect(JSON.stringify(proxy.asked)).not.toContain("sk-key");
  });

  it("goes to the proxy itself where it is plain http", async () => {
    const received: (string | undefined)[] = [];
    const server = await listen(
      createServer((request, response) => {
        received.push(request.url, request.headers.host);
        answering(request, response);
      }),
    );
    const proxy = await proxyTo(server);
    const { outcome } = await askVia(`http://joe:hunter2@${proxy.address}`, "http://box.lan:11434/v1");

    expect(shownText(outcome)).toBe("Hello");
    expect(received).toEqual(["/v1/chat/completions", "box.lan:11434"]);
    expect(proxy.asked).toMatchObject([
      {
        method: "POST",
        url: "http://box.lan:11434/v1/chat/completions",
        headers: { "proxy-authorization": `Basic ${Buffer.from("joe:hunter2").toString("base64")}` },
      },
    ]);
  });

  it.each([`https://${HOST}/v1`, "http://box.lan/v1"])("may speak https to the proxy: %s", async (baseUrl) => {
    const server = baseUrl.startsWith("https") ? await listenSecure(answering) : await listen(createServer(answering));
    const proxy = await proxyTo(server, { isSecure: true });
    const { outcome } = await askVia(`https://${proxy.address.replace("127.0.0.1", "localhost")}`, baseUrl);
    expect([shownText(outcome), proxy.asked.length]).toEqual(["Hello", 1]);
  });

  it("never goes there for a server on this Mac", async () => {
    const server = await listen(createServer(answering));
    const proxy = await proxyTo(server);
    const { outcome } = await askVia(`http://${proxy.address}`, `http://127.0.0.1:${server.port}/v1`);
    expect([shownText(outcome), proxy.asked]).toEqual(["Hello", []]);
  });

  it("shows each delta as it comes", async () => {
    let goOn: () => void = () => undefined;
    const server = await listenSecure((_request, response) => {
      response.writeHead(200, streamHead).write(sse(text("first")));
      goOn = () => response.end(sse(text(" last"), { choices: [{ finish_reason: "stop" }] }, "[DONE]"));
    });
    const proxy = await proxyTo(server);
    const stream = providerVia(`http://${proxy.address}`).provider.stream(
      { systemPrompt: "", messages: [], tools: [] },
      new AbortController().signal,
    );
    expect((await stream.next()).value).toEqual({ type: "text_delta", text: "first" });
    goOn();
    expect((await stream.next()).value).toEqual({ type: "text_delta", text: " last" });
    await stream.return();
  });

  it.each([
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
    ["identity", (body: string) => Buffer.from(body)],
    ["deflate, gzip", (body: string) => gzipSync(deflateSync(body))],
  ])("unpacks what a server has packed: %s", async (encoding, pack) => {
    const server = await listenSecure((_request, response) => {
      response.writeHead(200, { ...streamHead, "content-encoding": encoding });
      for (const byte of pack(ANSWER)) response.write(Buffer.from([byte]));
      response.end();
    });
    const { outcome } = await askVia(`http://${(await proxyTo(server)).address}`);
    expect(shownText(outcome)).toBe("Hello");
  });

  it("takes a body that says to be packed and is not for a lost connection", async () => {
    const server = await listenSecure((_request, response) => {
      response.writeHead(200, { ...streamHead, "content-encoding": "gzip" }).end(ANSWER);
    });
    const { outcome } = await askVia(`http://${(await proxyTo(server)).address}`);
    expect(errorDetail(outcome)).toMatchObject({ type: "network", failure: "connection_lost" });
  });

  it("gives redirects, statuses, several cookies and answers without a body as they are", async () => {
    const server = await listenSecure((request, response) => {
      if (request.url === "/empty") response.writeHead(204, { "set-cookie": ["a=1", "b=2"] }).end();
      else response.writeHead(307, "Elsewhere", { location: "https://other.example/" }).end();
    });
    const through = fetchIn({ HTTPS_PROXY: (await proxyTo(server)).address });
    const redirect = await through(`https://${HOST}/`, { redirect: "manual" });
    expect([redirect.status, redirect.statusText, redirect.headers.get("location"), await redirect.text()]).toEqual([
      307,
      "Elsewhere",
      "https://other.example/",
      "",
    ]);
    const empty = await through(new URL(`https://${HOST}/empty`));
    expect([empty.status, empty.body, empty.headers.getSetCookie()]).toEqual([204, null, ["a=1", "b=2"]]);
  });

  it("keeps no more of an answer than the reader asked for, and ends the transfer with the reader", async () => {
    let written = 0;
    const closed = Promise.withResolvers<unknown>();
    const server = await listenSecure((request, response) => {
      request.socket.on("close", closed.resolve);
      const piece = Buffer.alloc(64 * 1024);
      const write = () => {
        while (written < 64 * 1024 * 1024 && response.write(piece)) written += piece.length;
      };
      response.on("drain", write);
      write();
    });
    const response = await fetchIn({ HTTPS_PROXY: (await proxyTo(server)).address })(`https://${HOST}/`);
    const reader = response.body?.getReader();
    await reader?.read();
    for (let before = -1; written > before;) {
      before = written;
      await setTimeout(500);
    }
    expect(written).toBeLessThan(32 * 1024 * 1024);
    await reader?.cancel();
    await closed.promise;
  });
});

describe("P8 stopping a request through a proxy", () => {
  it.each([
    ["https", `https://${HOST}/`],
    ["http", "http://box.lan/"],
  ])("ends it at once, with the caller's reason, while the proxy hangs: %s", async (_scheme, url) => {
    const hanging = createServer();
    const arrived = Promise.race([once(hanging, "connect"), once(hanging, "request")]);
    // A socket of a tunnel closes only by hand, and tells that the other end has only to who reads it.
    hanging.on("connect", (_request, socket: Socket) => socket.on("end", () => socket.end()).resume());
    const { port, close } = await listen(hanging);
    closers.push(close);
    const gone = once(hanging, "connection").then(async ([socket]: NodeJS.EventEmitter[]) => {
      if (socket !== undefined) await once(socket, "close");
    });
    const env = { HTTPS_PROXY: `127.0.0.1:${port}`, HTTP_PROXY: `127.0.0.1:${port}` };
    const stop = new AbortController();
    const sending = fetchIn(env)(url, { method: "POST", body: "question", signal: stop.signal });
    await arrived;
    const reason = new Error("stopped");
    stop.abort(reason);
    await expect(sending).rejects.toBe(reason);
    // And the connection does not stay behind.
    await gone;
  });

  it.each(["https://models.orbit.test/", "http://box.lan/"])(
    "ends it while a proxy hangs that should speak TLS: %s",
    async (url) => {
      const mute = createTcpServer();
      const { port, close } = await listen(mute);
      closers.push(close);
      const arrived = once(mute, "connection");
      const env = { HTTPS_PROXY: `https://127.0.0.1:${port}`, HTTP_PROXY: `https://127.0.0.1:${port}` };
      const stop = new AbortController();
      const sending = fetchIn(env)(url, { signal: stop.signal });
      const [socket] = z.tuple([z.instanceof(Socket)]).parse(await arrived);
      stop.abort(new Error("stopped"));
      await expect(sending).rejects.toThrow("stopped");
      await once(socket.resume(), "close");
    },
  );

  it("ends it while an answer is read, up to the server", async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const server = await listenSecure((request, response) => {
      closed = once(request.socket, "close");
      response.writeHead(200, streamHead).write(sse(text("first")));
    });
    const { provider } = providerVia(`http://${(await proxyTo(server)).address}`);
    const stop = new AbortController();
    const stream = provider.stream({ systemPrompt: "", messages: [], tools: [] }, stop.signal);
    await stream.next();
    const next = stream.next();
    stop.abort(new Error("stopped"));
    await expect(next).rejects.toThrow("stopped");
    await closed;
  });

  it("never begins where it was stopped before", async () => {
    const proxy = await proxyTo(await listenSecure(answering));
    const through = fetchIn({ HTTPS_PROXY: proxy.address });
    await expect(through(`https://${HOST}/`, { signal: AbortSignal.abort(new Error("no")) })).rejects.toThrow("no");
    expect(proxy.asked).toEqual([]);
  });
});

describe("P8 a proxy that does not let a request through", () => {
  const status =
    (line: string): TunnelAnswer =>
    (socket) =>
      socket.end(`HTTP/1.1 ${line}\r\ncontent-type: text/html\r\n\r\n<h1>hunter2</h1>`);

  it.each<[string, TunnelAnswer, number]>([
    ["hangs up before it answers", (socket) => socket.destroy(), 2],
    ["ends before it answers", (socket) => socket.end(), 2],
    ["speaks something else", (socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n\r\n"), 2],
  ])("is named where it %s, and nothing has left", async (_what, answer, retries) => {
    const proxy = await stubbornProxy(answer);
    const { outcome, waits } = await askVia(`http://joe:hunter2@${proxy.address}`);
    expect(errorDetail(outcome)).toEqual({ type: "proxy_unreachable", address: proxy.address });
    expect(outcome.error).toMatchObject({ mayHaveArrived: false });
    expect(waits).toHaveLength(retries);
  });

  it.each([`https://${HOST}/v1`, "http://box.lan/v1"])("is named where nothing listens: %s", async (baseUrl) => {
    const { port, close } = await listen(createServer());
    await close();
    const { outcome, waits } = await askVia(`http://joe:hunter2@127.0.0.1:${port}`, baseUrl);
    expect(errorDetail(outcome)).toEqual({ type: "proxy_unreachable", address: `127.0.0.1:${port}` });
    expect(outcome.error).toMatchObject({ mayHaveArrived: false });
    expect(waits).toEqual([1_000, 3_000]);
    expect(failureNotice(outcome.error).text).toMatch(/^The proxy 127\.0\.0\.1:\d+ does not answer\./);
    expect(failureNotice(outcome.error).text).not.toMatch(/orbit|box/);
  });

  it.each([`https://${HOST}/v1`, "http://box.lan/v1"])(
    "is named where its own certificate is not accepted: %s",
    async (baseUrl) => {
      const proxy = await proxyTo(await listenSecure(answering), { isSecure: true });
      const { outcome } = await askVia(`https://${proxy.address}`, baseUrl);
      expect(errorDetail(outcome)).toEqual({ type: "proxy_unreachable", address: proxy.address });
      expect(outcome.error).toMatchObject({ mayHaveArrived: false });
    },
  );

  it("is named where it never answers", async () => {
    const proxy = await stubbornProxy(() => undefined);
    const through = createProxiedFetch({ url: new URL(`http://${proxy.address}`) }, 20);
    await expect(through(`https://${HOST}/`)).rejects.toMatchObject({
      failure: { type: "unreachable", address: proxy.address },
    });
  });

  it("has all the time it needs once the tunnel is there", async () => {
    const server = await listenSecure((request, response) => {
      void setTimeout(100).then(() => answering(request, response));
    });
    const proxy = await proxyTo(server);
    const through = createProxiedFetch({ url: new URL(`http://${proxy.address}`) }, 60);
    expect(await (await through(`https://${HOST}/`)).text()).toBe(ANSWER);
  });

  it.each([
    [407, "407 Proxy Authentication Required", 0, /^The proxy 127\.0\.0\.1:\d+ wants a name and a password\./],
    [403, "403 Forbidden", 0, /^The proxy 127\.0\.0\.1:\d+ does not let Orbit reach the server models\.orbit\.test/],
    [502, "502 Bad Gateway", 2, /^The proxy 127\.0\.0\.1:\d+ cannot reach the server models\.orbit\.test just now/],
  ])("says why it refuses the tunnel: %i", async (code, line, retries, words) => {
    const proxy = await stubbornProxy(status(line));
    const { outcome, waits } = await askVia(`http://joe:hunter2@${proxy.address}`);
    expect(errorDetail(outcome)).toEqual({
      type: "gateway",
      status: code,
      destination: { type: "server", address: HOST },
      proxy: proxy.address,
    });
    expect(outcome.error).toMatchObject({ mayHaveArrived: false });
    expect(waits).toHaveLength(retries);
    expect(failureNotice(outcome.error).text).toMatch(words);
  });

  it("says that it wants a password where it gets the request itself", async () => {
    const { port, close } = await listen(
      createServer((_request, response) => response.writeHead(407, { "content-type": "text/html" }).end("<h1>No</h1>")),
    );
    closers.push(close);
    const { outcome } = await askVia(`127.0.0.1:${port}`, "http://box.lan/v1");
    expect(errorDetail(outcome)).toMatchObject({ type: "gateway", status: 407 });
    // It has had the question.
    expect(outcome.error).toMatchObject({ mayHaveArrived: true });
  });

  it("is passed over by no request where its address makes no sense", async () => {
    const { outcome } = await askVia("socks5://joe:hunter2@proxy.example");
    expect(errorDetail(outcome)).toEqual({ type: "invalid_proxy", variable: "HTTPS_PROXY" });
    expect(outcome.error).toMatchObject({ mayHaveArrived: false });
  });

  it("P5 shows its password in no error", async () => {
    const { port, close } = await listen(createServer());
    await close();
    const answers = [status("407 No"), status("502 No"), (socket) => socket.destroy()] satisfies TunnelAnswer[];
    const proxies = await Promise.all(answers.map(async (answer) => (await stubbornProxy(answer)).address));
    for (const address of [...proxies, `127.0.0.1:${port}`, "proxy.example:99999"]) {
      const { outcome } = await askVia(`http://joe:hunter2@${address}`);
      expect(outcome.error).toBeInstanceOf(ProviderError);
      const said = inspect(outcome.error, { depth: 20, showHidden: true }) + JSON.stringify(outcome.error);
      expect(said).not.toMatch(new RegExp(`hunter2|${Buffer.from("joe:hunter2").toString("base64")}`));
    }
  });
});

describe("P8 errors behind the proxy are the server's", () => {
  it("where the tunnel breaks in the middle of an answer", async () => {
    const server = await listenSecure((_request, response) => {
      response.writeHead(200, streamHead).write(sse(text("first")));
    });
    const proxy = await proxyTo(server);
    const { provider } = providerVia(`http://${proxy.address}`);
    const stream = provider.stream({ systemPrompt: "", messages: [], tools: [] }, new AbortController().signal);
    await stream.next();
    for (const tunnel of proxy.tunnels) tunnel.destroy();
    await expect(stream.next()).rejects.toMatchObject({
      detail: { type: "network", failure: "connection_lost", destination: { type: "server", address: HOST } },
      mayHaveArrived: true,
    });
  });

  it("where the server hangs up on the request", async () => {
    const server = await listenSecure((request) => request.socket.destroy());
    const { outcome } = await askVia(`http://${(await proxyTo(server)).address}`);
    expect(errorDetail(outcome)).toMatchObject({ type: "network", failure: "connection_lost" });
    expect(outcome.error).toMatchObject({ mayHaveArrived: true });
  });

  it("where its certificate is for another name", async () => {
    const { outcome } = await askVia(
      `http://${(await proxyTo(await listenSecure(answering))).address}`,
      "https://other.orbit.test/v1",
    );
    expect(errorDetail(outcome)).toMatchObject({ type: "network", failure: "insecure", certificate: "other_name" });
    expect(outcome.error).toMatchObject({ mayHaveArrived: false });
  });

  it("where its certificate has expired", async () => {
    const proxy = await proxyTo(await listenSecure(answering, "test-expired"));
    const { outcome } = await askVia(`http://${proxy.address}`);
    expect(errorDetail(outcome)).toMatchObject({ type: "network", failure: "insecure", certificate: "out_of_date" });
  });

  it.each([
    ["10.9.8.7", "Hello"],
    // The certificate is good for the name of the proxy, which is not who is meant.
    ["10.9.8.6", ""],
  ])("holds the certificate against an IP address, not against the proxy's name: %s", async (ip, shown) => {
    const proxy = await proxyTo(await listenSecure(answering));
    const { outcome } = await askVia(`http://${proxy.address.replace("127.0.0.1", "localhost")}`, `https://${ip}/v1`);
    expect(shownText(outcome)).toBe(shown);
    if (shown === "") expect(errorDetail(outcome)).toMatchObject({ failure: "insecure", certificate: "other_name" });
  });

  it("where it speaks no TLS, or nothing that HTTP is", async () => {
    const plain = await proxyTo(await listen(createServer(answering)));
    expect(errorDetail((await askVia(plain.address)).outcome)).toMatchObject({ type: "network", failure: "insecure" });
    const odd = tls.createServer(certificate(), (socket) => socket.end("220 mail.example ESMTP\r\n"));
    const other = await proxyTo(await listen(odd));
    expect(errorDetail((await askVia(other.address)).outcome)).toEqual({ type: "invalid_base_url", address: HOST });
  });

  it("where it answers with a status", async () => {
    const server = await listenSecure((_request, response) => response.writeHead(401).end("{}"));
    const { outcome } = await askVia(`http://${(await proxyTo(server)).address}`);
    expect(errorDetail(outcome)).toMatchObject({ type: "invalid_api_key" });
  });
});
