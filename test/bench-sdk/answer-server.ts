import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import * as z from "zod";
import { listenForParent, sendEvents } from "../bench/serve";
import { ANSWERS, eventsOf, type Format } from "./answers";

const EVENTS_A_WRITE = 20;

const formats: readonly (readonly [route: string, format: Format])[] = [
  ["/v1/messages", "anthropic"],
  ["/v1/chat/completions", "openai"],
];
const question = z.object({ model: z.string() });

/** Made once, so that serving an answer costs next to nothing. */
const bodies: ReadonlyMap<string, string[]> = new Map(
  formats.flatMap(([route, format]) =>
    ANSWERS.map((answer) => [`${route} ${answer.name}`, joined(eventsOf(answer, format))] as const),
  ),
);

function joined(events: string[]): string[] {
  const writes = Array.from(
    { length: Math.ceil(events.length / EVENTS_A_WRITE) },
    (_, write) => write * EVENTS_A_WRITE,
  );
  return writes.map((start) => events.slice(start, start + EVENTS_A_WRITE).join(""));
}

listenForParent(
  createServer((request, response) => {
    void json(request).then((body) => {
      const parts = bodies.get(`${request.url} ${question.parse(body).model}`);
      if (parts === undefined) response.writeHead(404).end();
      else void sendEvents(response, parts);
    });
  }),
);
