import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProxy } from "./proxy";
import { startServer, type ServerProcess } from "./server-process";

/** A server of others that speaks one of our formats. */
export type Endpoint = {
  name: string;
  format: "anthropic" | "openai";
  /** As the server wants it named. */
  model: string;
  /** Below its address, what a person sets as the base URL. */
  path: string;
  /** Starts it in front of the model; absent where the model is asked without anything between. */
  start?: (modelUrl: string) => Promise<ServerProcess>;
  /** Answers come in one piece. */
  isWhole?: true;
  /** Every error of the model is a 500 of its own; some leave the answer open for ever. */
  hidesErrors?: true;
};

export const ENDPOINTS: readonly Endpoint[] = [
  { name: "aimock", format: "openai", model: "scripted", path: "/v1" },
  { name: "aimock", format: "anthropic", model: "scripted", path: "" },
  { name: "Portkey", format: "openai", model: "scripted", path: "/v1", start: startPortkey },
  { name: "nullplatform", format: "openai", model: "scripted", path: "/openai/v1", ...nullplatform() },
  { name: "nullplatform", format: "anthropic", model: "scripted", path: "/anthropic", ...nullplatform() },
  { name: "llms", format: "anthropic", model: "behind,scripted", path: "", start: startLlms },
];

function nullplatform() {
  return { start: startNullplatform, isWhole: true, hidesErrors: true } as const;
}

/** Turns Chat Completions into Messages and back. It is told by headers where the Messages endpoint is. */
async function startPortkey(modelUrl: string): Promise<ServerProcess> {
  const gateway = await startServer("node_modules/@portkey-ai/gateway/build/start-server.js", "--headless");
  const proxy = await startProxy(gateway.url, {
    headers: { "x-portkey-provider": "anthropic", "x-portkey-custom-host": `${modelUrl}/v1` },
  });
  const stop = async () => {
    await proxy.stop();
    await gateway.stop();
  };
  return { url: proxy.url, stop };
}

/** Turns Messages into Chat Completions and back. */
function startLlms(modelUrl: string): Promise<ServerProcess> {
  return startServer("llms.cjs", `${modelUrl}/v1/chat/completions`);
}

/**
 * Turns both formats into a form of its own, and that into Chat Completions. It says things twice where one piece arrives
 * while it is busy with another, so it gets answers whole.
 */
async function startNullplatform(modelUrl: string): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), "orbit-endpoints-"));
  const file = join(folder, "gateway.json");
  const proxy = await startProxy(modelUrl, { isWhole: true });
  const provider = {
    type: "openai",
    config: { baseUrl: `${proxy.url}/v1`, apiKey: "key-behind", bypassModel: true },
  };
  const config = {
    server: { port: 3000 },
    adapters: ["openai", "anthropic"].map((type) => ({ name: type, type, config: {} })),
    models: [{ name: "behind", isDefault: true, provider }],
  };
  await writeFile(file, JSON.stringify(config));
  const gateway = await startServer("node_modules/@nullplatform/llm-gateway/dist/cli.js", "start", "--config", file);
  const stop = async () => {
    await gateway.stop();
    await proxy.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: gateway.url, stop };
}
