import { once } from "node:events";
import { createServer, request as forward } from "node:http";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import type { ServerProcess } from "./server-process";

type Options = {
  /** Sent on top of what the client sent. */
  headers?: Record<string, string>;
  /** Answers are passed on in one piece, when all of them is there. */
  isWhole?: true;
};

/** Passes requests on to a server, and its answers back. */
export async function startProxy(target: string, { headers = {}, isWhole }: Options): Promise<ServerProcess> {
  const proxy = createServer((incoming, outgoing) => {
    const { method, url = "/" } = incoming;
    const onward = forward(new URL(url, target), { method, headers: { ...incoming.headers, ...headers } });
    onward.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      const passed = isWhole ? buffer(answer).then((body) => outgoing.end(body)) : pipeline(answer, outgoing);
      passed.catch(() => outgoing.destroy());
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = z.object({ port: z.number() }).parse(proxy.address());
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const closed = once(proxy, "close");
      proxy.close();
      proxy.closeAllConnections();
      await closed;
    },
  };
}
