import { demoScript } from "./demo-script";
import { wordDeltas, type Reply } from "./model-server/reply";
import type { ModelRequest } from "./model-server/request";

/** About as fast as a small model on a laptop. */
const DELTA_DELAY_MS = 15;

/** The demo's script, word by word at the pace of a model. */
export function pacedScript(request: ModelRequest): Reply {
  const { text, ...reply } = demoScript(request);
  return { ...reply, ...(typeof text === "string" && { text: wordDeltas(text) }), deltaDelayMs: DELTA_DELAY_MS };
}
