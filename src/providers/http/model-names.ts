/** Ollama lists a model that was asked for without a tag as its latest one. */
const IMPLICIT_TAG = "latest";

/** Gemini lists its models as `models/gemini-…` and takes them with and without that. */
const PREFIX = /^models\//;

/** True where two names mean one model. */
export function isSameModel(one: string, other: string): boolean {
  return fullName(one) === fullName(other);
}

/**
 * True where a server that lists a name has the model that was asked for. A name stands for its variants too:
 * OpenRouter takes some on any model, and lists them for none
 * (https://openrouter.ai/docs/guides/routing/model-variants/overview).
 */
export function isListedAs(listed: string, model: string): boolean {
  return isSameModel(listed, model) || model.startsWith(`${listed}:`);
}

function fullName(name: string): string {
  const bare = name.replace(PREFIX, "");
  return hasTag(bare) ? bare : `${bare}:${IMPLICIT_TAG}`;
}

function hasTag(name: string): boolean {
  return /:[^/]*$/.test(name);
}
