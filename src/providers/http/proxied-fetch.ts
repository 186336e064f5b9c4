import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { checkServerIdentity } from "node:tls";
import { urlToHttpOptions } from "node:url";
import { HttpsProxyAgent } from "https-proxy-agent";
import { incomingResponse } from "./incoming-response";
import { withoutBrackets } from "./near-hosts";
import type { Proxy } from "./proxy-env";
import { ProxyError } from "./proxy-error";

type SendOptions = { method: string; headers: Record<string, string>; signal: AbortSignal };

/** How long a proxy may take to be there and to make a tunnel. Squid itself waits a minute for a server. */
const TUNNEL_MS = 75_000;

/**
 * A fetch whose requests all go through a proxy: https in a tunnel, http as a request to the proxy itself, since many make
 * tunnels to few ports. It follows no redirects. What fails at the proxy rejects with a `ProxyError`, all else with the
 * errors of Node, whose codes fetch has too.
 */
export function createProxiedFetch(proxy: Proxy, tunnelMs = TUNNEL_MS): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const body = Buffer.from(await request.arrayBuffer());
    const caller = init?.signal ?? new AbortController().signal;
    return incomingResponse(await exchange(proxy, request, body, caller, tunnelMs));
  };
}

/** Sends a request and gives the head of its answer. */
function exchange(
  proxy: Proxy,
  { url: href, method, headers }: Request,
  body: Buffer,
  caller: AbortSignal,
  tunnelMs: number,
): Promise<IncomingMessage> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error("the proxy does not answer")), tunnelMs);
  const signal = AbortSignal.any([caller, late.signal]);
  const options = { method, headers: Object.fromEntries(headers), signal };
  const url = new URL(href);
  let isThrough = false;
  const gotThrough = () => {
    isThrough = true;
    clearTimeout(timer);
  };
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    const sending =
      url.protocol === "https:" ? inTunnel(proxy, url, options) : toProxy(proxy, url, options, gotThrough);
    sending.once("proxyConnect", ({ statusCode: status }: { statusCode: number }) => {
      if (status === 200) gotThrough();
      else if (Number.isNaN(status)) sending.destroy(new Error("it does not speak HTTP"));
      else sending.destroy(new ProxyError({ type: "refused", address: proxy.url.host, status }));
    });
    sending.once("response", resolve).on("error", reject).end(body);
  });
  return answer
    .catch((error: unknown) => {
      caller.throwIfAborted();
      if (isThrough || error instanceof ProxyError) throw error;
      throw new ProxyError({ type: "unreachable", address: proxy.url.host }, { cause: error });
    })
    .finally(() => clearTimeout(timer));
}

function inTunnel({ url: proxy, authorization }: Proxy, url: URL, options: SendOptions) {
  // Not in the URL: the agent may log that. The signal ends the connection to a proxy that hangs.
  const headers = authorization === undefined ? {} : { "Proxy-Authorization": authorization };
  const agent = new HttpsProxyAgent(proxy, { headers, signal: options.signal });
  // Where the URL has an IP address, the agent would hold the certificate against the name of the proxy.
  return requestHttps(url, { ...options, agent, checkServerIdentity: isFor(url) });
}

function toProxy(
  { url: proxy, authorization }: Proxy,
  url: URL,
  { headers, ...options }: SendOptions,
  onConnect: () => void,
) {
  const isSecure = proxy.protocol === "https:";
  const host = withoutBrackets(proxy.hostname);
  const request = (isSecure ? requestHttps : requestHttp)({
    ...urlToHttpOptions(proxy),
    ...options,
    // Not the host header's, which is the server's.
    servername: isIP(host) === 0 ? host : "",
    path: url.href,
    headers: { ...headers, host: url.host, ...(authorization && { "proxy-authorization": authorization }) },
    agent: false,
  });
  return request.once("socket", (socket) => socket.once(isSecure ? "secureConnect" : "connect", onConnect));
}

/** Accepts the certificates that are for the host of a URL. */
function isFor({ hostname }: URL): typeof checkServerIdentity {
  return (_host, certificate) => checkServerIdentity(withoutBrackets(hostname), certificate);
}
