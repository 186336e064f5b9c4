import type { ToolIdRule } from "../../agent/ports/provider";

const MISTRAL_MODEL = /^(?:mistral|mixtral|ministral|codestral|devstral|magistral|pixtral|voxtral)/i;

/**
 * Which ids of calls a server takes. Mistral's own API wants exactly nine characters (magentic#276), and so do its models'
 * templates, whoever serves them (openclaw#57672); such ids suit every other server as well.
 */
export function toolIdRuleOf(host: string, model: string): ToolIdRule {
  // Some servers put the owner in front: mistralai/Mistral-Small.
  const name = model.slice(model.lastIndexOf("/") + 1);
  return /(?:^|\.)mistral\.ai$/.test(host) || MISTRAL_MODEL.test(name) ? "mistral" : "openai";
}
