import { createServer, type IncomingMessage } from "node:http";
import * as z from "zod";
import { listenForParent } from "../serve";
import { fileOf, TOOL_TURNS } from "./script";

const bodySchema = z.object({ messages: z.array(z.object({ role: z.string() })) });

/** The bodies of the questions since they were last asked for, for a client that sends the same again. */
let bodies: string[] = [];

/** What the model of the bench says, by how many results it has been told: one more call, or at the end its answer. */
function reply(body: string): string {
  const { messages } = bodySchema.parse(JSON.parse(body));
  const turn = messages.filter(({ role }) => role === "tool").length;
  if (turn === TOOL_TURNS) return event({ content: "All of them are there." }) + event({}, "stop") + END;
  const call = { name: "get_file_info", arguments: JSON.stringify({ path: `~/${fileOf(turn)}` }) };
  const delta = { tool_calls: [{ index: 0, id: `call_${turn}`, type: "function", function: call }] };
  return event(delta) + event({}, "tool_calls") + END;
}

const END = "data: [DONE]\n\n";

function event(delta: object, finishReason: string | null = null): string {
  const choice = { index: 0, delta, finish_reason: finishReason };
  return `data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", model: "bench", choices: [choice] })}\n\n`;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (chunk instanceof Buffer) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** A process of its own, so that its work is not counted as Orbit's. Sends its port to the parent. */
const server = createServer((request, response) => {
  void readBody(request).then((body) => {
    if (request.method === "GET") {
      response.end(JSON.stringify(bodies));
      bodies = [];
      return;
    }
    bodies.push(body);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(reply(body));
  });
});
listenForParent(server);
