import type { ServedModel } from "./model-server/model-routes";

/** The names under which the demo's script answers, the one that is taken first. */
export const DEMO_MODELS: readonly ServedModel[] = [
  { id: "scripted-demo", tools: true },
  { id: "scripted-demo-small", tools: true },
];
