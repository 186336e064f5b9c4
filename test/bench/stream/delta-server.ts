import { createServer } from "node:http";

/** How many text deltas one answer has. */
export const DELTAS = 20_000;
const DELTAS_A_WRITE = 20;

/** One answer in Chat Completions, made once so that serving it costs next to nothing. */
const chunks = Array.from({ length: DELTAS / DELTAS_A_WRITE }, (_, write) =>
  Array.from({ length: DELTAS_A_WRITE }, (_, index) =>
    event({ content: ` word${write * DELTAS_A_WRITE + index}` }),
  ).join(""),
);
const END = `${event({}, "stop")}data: [DONE]\n\n`;

function event(delta: object, finishReason: string | null = null): string {
  const choice = { index: 0, delta, finish_reason: finishReason };
  return `data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", model: "bench", choices: [choice] })}\n\n`;
}

/** A process of its own, so that its work is not counted as the reader's. Sends its port to the parent. */
const server = createServer((request, response) => {
  request.resume();
  // A server on this Mac is asked how much its model holds, too; this one does not tell.
  if (request.url !== "/v1/chat/completions") {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  void (async () => {
    for (const chunk of chunks) {
      // Waiting for the reader keeps the stream a stream instead of one block in a socket buffer.
      if (!response.write(chunk)) await new Promise((resolve) => response.once("drain", resolve));
    }
    response.end(END);
  })();
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : undefined);
});
