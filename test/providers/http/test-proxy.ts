import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createHttpServer, request, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect, type Server, type Socket } from "node:net";
import { join } from "node:path";
import * as z from "zod";

export const CERTIFICATES = join(import.meta.dirname, "certificates");

const read = (name: string) => readFileSync(join(CERTIFICATES, name), "utf8");

/** What the certificates of the tests are signed with. */
export const TEST_CA = read("test-ca.pem");

/** A certificate for localhost, models.orbit.test and 10.9.8.7 with its key. */
export const certificate = (name: "test-server" | "test-expired" = "test-server") => ({
  key: read("test-server.key.pem"),
  cert: read(`${name}.pem`),
});

/** Starts a server on this machine, and gives its port and what ends it, with its connections. */
export async function listen(server: Server): Promise<{ port: number; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket.on("error", () => undefined).on("close", () => sockets.delete(socket)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** A server that speaks HTTPS with a certificate of the tests. */
export function listenSecure(handler: RequestListener, name?: "test-expired") {
  return listen(createHttpsServer(certificate(name), handler));
}

/** What a proxy does with the wish for a tunnel, in place of making it. */
export type TunnelAnswer = (socket: Socket) => void;

/** A proxy on this machine. Whatever host it is asked for, it goes to `port`. */
export async function startProxy(port: number, options: { answer?: TunnelAnswer; isSecure?: boolean } = {}) {
  const asked: { method: string | undefined; url: string | undefined; headers: IncomingMessage["headers"] }[] = [];
  const tunnels: Socket[] = [];
  const note = ({ method, url, headers }: IncomingMessage) => asked.push({ method, url, headers });
  const handler: RequestListener = (incoming, outgoing) => {
    note(incoming);
    const { method, url = "", headers } = incoming;
    const { pathname } = new URL(url);
    const onward = request({ host: "127.0.0.1", port, path: pathname, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  };
  const server = options.isSecure === true ? createHttpsServer(certificate(), handler) : createHttpServer(handler);
  server.on("connect", (incoming: IncomingMessage, socket: Socket) => {
    note(incoming);
    tunnels.push(socket.on("error", () => undefined));
    if (options.answer !== undefined) {
      options.answer(socket);
      return;
    }
    const onward = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    }).on("error", () => socket.destroy());
    socket.on("close", () => onward.destroy());
  });
  const { port: own, close } = await listen(server);
  return { address: `127.0.0.1:${own}`, asked, tunnels, close };
}
