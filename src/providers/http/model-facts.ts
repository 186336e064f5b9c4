import { listOf, member, textOf } from "./lenient";

/** What a server tells of a model's abilities; what it does not tell is absent. */
export type ModelFacts = { canUseTools?: boolean; canSee?: boolean; isForChat?: boolean };

/** Names of what answers no questions, on servers whose lists tell nothing but names, such as OpenAI's own. */
const NOT_FOR_CHAT = /(?:^|[-_/])embed|whisper|dall-e|(?:^|[-_/])tts(?:-|$)|moderation|transcribe|rerank/i;

/** The kinds of Together's and LM Studio's lists. */
const OTHER_KINDS = ["embedding", "embeddings", "rerank", "moderation", "image", "audio", "video"];

/**
 * What an entry of a list of models tells: `supported_parameters` and `architecture` of OpenRouter
 * (https://openrouter.ai/docs/models), `capabilities` of Mistral (https://docs.mistral.ai/api/endpoint/models) and of the
 * Anthropic API (https://platform.claude.com/docs/en/api/models/list), `type` of Together and LM Studio.
 */
export function listedFacts(entry: unknown, id: string): ModelFacts {
  const parameters = member(entry, "supported_parameters");
  const architecture = member(entry, "architecture");
  const capabilities = member(entry, "capabilities");
  return withoutUnknown({
    canUseTools: includesText(parameters, "tools") ?? booleanOf(member(capabilities, "function_calling")),
    canSee:
      includesText(member(architecture, "input_modalities"), "image") ??
      booleanOf(member(capabilities, "vision")) ??
      booleanOf(member(member(capabilities, "image_input"), "supported")),
    isForChat:
      includesText(member(architecture, "output_modalities"), "text") ??
      booleanOf(member(capabilities, "completion_chat")) ??
      (OTHER_KINDS.includes(textOf(member(entry, "type")) ?? "") || NOT_FOR_CHAT.test(id) ? false : undefined),
  });
}

/**
 * What Ollama's `/api/show` tells (https://docs.ollama.com/api-reference/show-model-details); undefined where the answer is
 * none of it, or of an Ollama that does not tell yet.
 */
export function ollamaFacts(answer: unknown): ModelFacts | undefined {
  const capabilities = member(answer, "capabilities");
  if (!Array.isArray(capabilities)) return undefined;
  const has = (capability: string) => includesText(capabilities, capability) ?? false;
  return {
    canUseTools: has("tools"),
    canSee: has("vision"),
    ...(has("embedding") && !has("completion") && { isForChat: false }),
  };
}

/**
 * What LM Studio's own list tells of a model (https://lmstudio.ai/docs/developer/rest/endpoints, `tool_use` as
 * lmstudio-ai/lmstudio-bug-tracker and zed-industries/zed#30589 describe it): it lets every model try to use tools, so one
 * that was not trained for it is not known to lack them.
 */
export function lmStudioFacts(entry: unknown): ModelFacts {
  const type = textOf(member(entry, "type"));
  return withoutUnknown({
    canUseTools: includesText(member(entry, "capabilities"), "tool_use") === true ? true : undefined,
    canSee: type === "vlm" ? true : type === "llm" ? false : undefined,
    isForChat: type === "embeddings" ? false : undefined,
  });
}

function includesText(list: unknown, text: string): boolean | undefined {
  return Array.isArray(list) ? listOf(list).includes(text) : undefined;
}

function booleanOf(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

function withoutUnknown({
  canUseTools,
  canSee,
  isForChat,
}: { [K in keyof ModelFacts]: boolean | undefined }): ModelFacts {
  return {
    ...(canUseTools !== undefined && { canUseTools }),
    ...(canSee !== undefined && { canSee }),
    ...(isForChat !== undefined && { isForChat }),
  };
}
