import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { jsonObjectSchema, type JsonObject } from "../../src/agent/text/json";
import { PIECE_LENGTH } from "./script";
import { startServer, type ServerProcess } from "./server-process";

/** What reached the model, and the status of its answer. */
export type Exchange = { body: JsonObject; status: number };

/** The model behind every endpoint: aimock, which answers in both formats by script. */
export type Model = ServerProcess & {
  /** In order, since the last `reset`. */
  exchanges(): Promise<Exchange[]>;
  /** Answers the next request with an error. */
  failOnce(status: number, message: string): Promise<void>;
  /** Answers every request with broken JSON, or closes its connection, until the next `reset`. */
  disturb(chaos: { malformedRate: 1 } | { disconnectRate: 1 }): Promise<void>;
  reset(): Promise<void>;
};

const journalSchema = z.array(z.object({ body: jsonObjectSchema, response: z.object({ status: z.number() }) }));

/** Starts the model. A request that the script has no answer for is an error. */
export async function startModel(script: readonly JsonObject[]): Promise<Model> {
  const folder = await mkdtemp(join(tmpdir(), "orbit-endpoints-"));
  const file = join(folder, "script.json");
  await writeFile(file, JSON.stringify({ fixtures: script }));
  const flags = ["--fixtures", file, "--strict", "--chunk-size", String(PIECE_LENGTH), "--log-level", "silent"];
  const server = await startServer("node_modules/@copilotkit/aimock/dist/cli.js", ...flags);

  const control = async (method: string, path: string, body?: JsonObject): Promise<unknown> => {
    const response = await fetch(`${server.url}/__aimock/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    if (!response.ok) throw new Error(`aimock answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  return {
    url: server.url,
    exchanges: async () =>
      journalSchema
        .parse(await control("GET", "journal"))
        .map(({ body, response }) => ({ body, status: response.status })),
    failOnce: async (status, message) => {
      await control("POST", "error", { status, body: { message } });
    },
    disturb: async (chaos) => {
      await control("POST", "chaos", chaos);
    },
    reset: async () => {
      await control("DELETE", "chaos");
      await control("POST", "reset/journal");
    },
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
