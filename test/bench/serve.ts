import type { Server, ServerResponse } from "node:http";

/** Listens on a free port of 127.0.0.1, and sends it to the process that started this one. Ends with that process. */
export function listenForParent(server: Server): void {
  process.once("disconnect", () => process.exit());
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.(typeof address === "object" ? address?.port : undefined);
  });
}

/** Streams the parts of an event stream as fast as they are taken. */
export async function sendEvents(response: ServerResponse, parts: readonly string[]): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const part of parts) {
    // Waiting for the reader keeps the stream a stream instead of one block in a socket buffer.
    if (!response.write(part)) await new Promise((resolve) => response.once("drain", resolve));
  }
  response.end();
}
