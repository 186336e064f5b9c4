import { createServer } from "node:http";
import { listenForParent, sendEvents } from "../serve";

/** How many text deltas one answer has. */
export const DELTAS = 20_000;
const DELTAS_A_WRITE = 20;

/** One answer in Chat Completions, made once so that serving it costs next to nothing. */
const chunks = Array.from({ length: DELTAS / DELTAS_A_WRITE }, (_, write) =>
  Array.from({ length: DELTAS_A_WRITE }, (_, index) =>
    event({ content: ` word${write * DELTAS_A_WRITE + index}` }),
  ).join(""),
);
chunks.push(`${event({}, "stop")}data: [DONE]\n\n`);

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
  void sendEvents(response, chunks);
});
listenForParent(server);
