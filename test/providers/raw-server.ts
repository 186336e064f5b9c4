import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import * as z from "zod";

/**
 * A server of bytes on this Mac, for what no server of HTTP sends. `onRequest` gets each connection once its client has
 * written something. `closed` settles when a client has gone.
 */
export async function listen(onRequest: (socket: Socket) => void = () => undefined) {
  const sockets = new Set<Socket>();
  const server = createServer().listen(0, "127.0.0.1");
  const closed = new Promise<void>((resolve) => {
    server.on("connection", (socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => resolve());
      socket.once("data", () => onRequest(socket));
    });
  });
  await once(server, "listening");
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  });
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return { port, closed, connected: once(server, "connection") };
}
