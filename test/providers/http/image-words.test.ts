import { describe, expect, it } from "vitest";
import type { ProviderErrorDetail } from "../../../src/agent/ports/provider-error";
import { createOpenAIProvider } from "../../../src/providers/openai/openai-provider";
import { StatusError } from "../../../src/providers/http/status-error";
import { streamError as anthropicStreamError } from "../../../src/providers/anthropic/stream-error";
import { streamError as openaiStreamError } from "../../../src/providers/openai/stream-error";
import { collect, errorDetail, respond, scriptedFetch } from "../harness";

const destination = { type: "server", address: "models.example.com" } as const;

/** What a refusal of a request means, by default one with images. */
function meaningOf(status: number, body: unknown, hasImages = true): ProviderErrorDetail {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const refusal = { status, headers: new Headers(), body: text, model: "m", destination, hasKey: true, hasImages };
  return new StatusError(refusal, 0).detail;
}

const says = (message: string) => ({ error: { message, type: "invalid_request_error" } });
const cannotSee = { type: "images_refused", cannotSee: true };
const refused = (more: object = {}) => ({ type: "images_refused", cannotSee: false, ...more });

describe("P9 the words of a server for a model that takes no images", () => {
  it.each<[string, number, unknown]>([
    ["OpenAI", 400, says("Invalid content type. image_url is only supported by certain models.")],
    ["OpenRouter", 404, { error: { code: 404, message: "No endpoints found that support image input" } }],
    ["LM Studio", 400, { error: "Model does not support images. Please use a model that does." }],
    ["LM Studio, a file", 400, { error: "Failed to upload file. Model does not support image input" }],
    ["llama.cpp", 500, { error: { code: 500, message: "image input is not supported by this server" } }],
    [
      "llama.cpp, newer",
      500,
      {
        error: {
          code: 500,
          message: "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj",
        },
      },
    ],
    [
      "llama.cpp, older",
      500,
      {
        error: {
          code: 500,
          message: 'Failed to parse messages: Unsupported content part type: "image_url"; messages = […]',
        },
      },
    ],
    [
      "Ollama",
      500,
      {
        error:
          "Failed to create new sequence: failed to process inputs: this model is missing data required for image input",
      },
    ],
    ["llamafile", 500, { error: "The server was not compiled for multimodal or the model projector can't be loaded." }],
    ["vLLM", 400, { object: "error", message: "/models/small is not a multimodal model", code: 400 }],
    ["vLLM, limited", 400, { object: "error", message: "At most 0 image(s) may be provided in one prompt." }],
    [
      "DeepSeek",
      400,
      says(
        "Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected `text` at line 1 column 679",
      ),
    ],
    [
      "DeepSeek, earlier",
      422,
      "Failed to deserialize: messages[2]: invalid type: sequence, expected a string at line 1",
    ],
    [
      "DeepSeek, earlier still",
      422,
      "messages[2]: data did not match any variant of untagged enum ChatCompletionRequestContent at line 1",
    ],
    [
      "Groq",
      400,
      says(
        "'messages.0' : for 'role:user' the following must be satisfied[('messages.0.content' : value must be a string)] messages[0].content must be a string",
      ),
    ],
    [
      "Mistral",
      422,
      {
        detail: [
          {
            type: "union_tag_invalid",
            loc: ["body", "messages", 0],
            msg: "Input tag 'image_url' found using 'type' does not match any of the expected tags: 'text', 'reference'",
          },
        ],
      },
    ],
    ["another", 400, says("This model does not support image inputs.")],
    ["another", 501, says("Multimodal input is not supported.")],
    ["another", 415, says("Vision is not enabled for this deployment")],
  ])("P9 %s", (_server, status, body) => {
    expect(meaningOf(status, body)).toEqual(cannotSee);
  });
});

describe("P9 the words of a server for an image that it does not take", () => {
  it.each<[string, number, unknown, object?]>([
    ["Anthropic", 400, { type: "error", error: { type: "invalid_request_error", message: "Could not process image" } }],
    [
      "Anthropic, too many pixels",
      400,
      says(
        "messages.38.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels",
      ),
      { place: { message: 38, block: 1 } },
    ],
    [
      "Anthropic, too large",
      400,
      says("messages.1.content.2.image.source.base64: image exceeds 5 MB maximum: 6275800 bytes > 5242880 bytes"),
      { place: { message: 1, block: 2 } },
    ],
    [
      "Anthropic, another type",
      400,
      says(
        "messages.0.content.1.image.source.base64: The image was specified using the image/jpeg media type, but the image appears to be a image/png image",
      ),
      { place: { message: 0, block: 1 } },
    ],
    [
      "OpenAI",
      400,
      says(
        "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
      ),
    ],
    ["OpenAI, by code", 400, { error: { message: "Bad request.", code: "invalid_image_format", param: null } }],
    ["OpenAI, by parameter", 400, { error: { message: "Bad request.", param: "messages.[0].content.[1].image_url" } }],
    ["LM Studio", 400, { error: "'url' field must be a base64 encoded image." }],
    ["Ollama", 400, { error: "illegal base64 data at input byte 5" }],
    ["Ollama, a format", 500, { error: "failed to process inputs: image: unknown format" }],
    ["llama.cpp", 400, says("Failed to load image or audio file")],
    ["vLLM", 400, { message: "cannot identify image file <_io.BytesIO object at 0x7f>" }],
    ["vLLM, too many", 400, { message: "At most 1 image(s) may be provided in one request." }, { atMost: 1 }],
    ["Groq, too many", 400, says("Too many images provided. This model supports up to 5 images"), { atMost: 5 }],
    ["nginx", 413, "<html><head><title>413 Request Entity Too Large</title></head></html>"],
    ["Anthropic, all of it too large", 413, says("Request exceeds the maximum size")],
  ])("P9 %s", (_server, status, body, more = {}) => {
    expect(meaningOf(status, body)).toEqual(refused(more));
  });
});

describe("P9 a refusal of something else", () => {
  it.each<[number, unknown, ProviderErrorDetail["type"]]>([
    [400, says("prompt is too long: 210000 tokens > 200000 maximum"), "context_too_long"],
    [400, says("Your credit balance is too low to access the API."), "billing"],
    [400, says("Unexpected field"), "invalid_request"],
    [401, says("invalid x-api-key"), "invalid_api_key"],
    [404, says("The model `m` does not exist"), "model_not_found"],
    [429, says("Too many images this minute"), "rate_limited"],
    [500, says("Internal server error"), "server"],
    [503, says("image input is not supported"), "server"],
  ])("P9 stays what it is: %i %o", (status, body, type) => {
    expect(meaningOf(status, body).type).toBe(type);
  });

  it("P9 is never about images where the request had none", () => {
    expect(meaningOf(400, says("messages[2].content must be a string"), false)).toEqual({ type: "invalid_request" });
    expect(meaningOf(413, "", false)).toEqual({ type: "request_too_large" });
  });
});

describe("P9 a request whose images were refused", () => {
  it("P9 goes back to the core at once: nothing else is left out of it first, and it is not tried again", async () => {
    const words = JSON.stringify(says("Unknown parameter: messages[0].content[1].image_url"));
    const { fetch, sent } = scriptedFetch(() => respond([words], { status: 400 }));
    const provider = createOpenAIProvider({ model: "m", baseUrl: "http://localhost:1/v1", effort: "low", fetch });
    const image = { type: "image", mediaType: "image/png", data: "QUJD" } as const;
    const request = { systemPrompt: "", tools: [], messages: [{ role: "user" as const, content: [image] }] };
    const outcome = await collect(provider.stream(request, new AbortController().signal));
    expect(errorDetail(outcome)).toEqual(refused());
    expect(sent).toHaveLength(1);
  });
});

describe("P9 the same words in a stream that began with a 200", () => {
  it.each([
    [
      "Chat Completions",
      openaiStreamError({ message: "Model does not support images. Please use a model that does." }),
    ],
    ["Chat Completions, a text", openaiStreamError("Model does not support images. Please use a model that does.")],
    [
      "the Messages API",
      anthropicStreamError({ type: "invalid_request_error", message: "This model does not support images" }, "m"),
    ],
  ])("P9 %s", (_format, error) => {
    expect(error.detail).toEqual(cannotSee);
  });
});
