import type { ProviderErrorDetail } from "../../agent/ports/provider-error";

type ImagesRefused = Extract<ProviderErrorDetail, { type: "images_refused" }>;

// In lower case, as LM Studio, Ollama, llama.cpp, vLLM, OpenRouter, OpenAI, DeepSeek, Groq and Mistral say that a model, or
// a server with it, takes no images at all.
const CANNOT_SEE = [
  /(?:does not|doesn't|do not|don't|cannot|can't|not) (?:currently )?(?:support|accept|handle|read|see) (?:any )?(?:image|vision|multi-?modal|picture)/,
  /(?:image|vision|multi-?modal)(?:[ _-](?:input|content|url|part|data|request)s?| type)?s? (?:is|are) (?:not|currently not|un)[ -]?(?:supported|enabled|allowed|available)/,
  /support image input/,
  /image_url is only supported/,
  /not a (?:multi-?modal|vision) model/,
  /missing data required for image/,
  /not compiled for multi-?modal/,
  /no (?:vision|multi-?modal) (?:support|capabilit)/,
  /at most 0 images?/,
  // Servers that know messages of text only.
  /unknown variant `?image/,
  /unsupported content[^\n]{0,80}image/,
  /tag 'image_url' found/,
  /content must be a string/,
  /sequence, expected a string/,
  /variant of untagged enum chatcompletionrequestcontent/,
];

// The same for one of them: its bytes, its format, its size, or that it is one too many.
const REFUSED = [
  /(?:could not|cannot|can't|failed to|unable to) (?:process|load|decode|parse|read|open|identify|convert)[^\n]{0,20} image/,
  /image[ _](?:dimensions? )?exceeds?/,
  /(?:invalid|unsupported|corrupt(?:ed)?|malformed|bad|broken)[ _](?:base64[ _])?image/,
  /image[^\n]{0,40}(?:invalid|unsupported|corrupt|malformed|too (?:large|big|small|many)|unknown format)/,
  /(?:invalid|illegal|must be|be a valid) (?:a )?base64/,
  /too many images/,
  /(?:at most|up to|maximum of) \d+ image/,
  /but the image appears/,
  /image\.source|image_url|image_parse_error/,
];

/**
 * What the words of a refused request with images say of those; undefined where they speak of something else. They are only
 * asked where there were images: the words of some servers say nothing of any.
 */
export function imagesRefused(said: string): ImagesRefused | undefined {
  if (CANNOT_SEE.some((words) => words.test(said))) return { type: "images_refused", cannotSee: true };
  if (!REFUSED.some((words) => words.test(said))) return undefined;
  const [, message, block] = /messages\.(\d+)\.content\.(\d+)/.exec(said) ?? [];
  const atMost = /(?:at most|up to|maximum of) (\d+) image/.exec(said)?.[1];
  return {
    type: "images_refused",
    cannotSee: false,
    ...(block !== undefined && { place: { message: Number(message), block: Number(block) } }),
    ...(atMost !== undefined && { atMost: Number(atMost) }),
  };
}
