import type { ContentBlock, WireMessage } from "../history/messages";
import { canonicalJson } from "../text/json";
import type { ToolDefinition } from "../tool/tool-definition";

/**
 * Bytes of UTF-8 that are taken for one token. Tokenisers differ: English takes about four bytes, with newer ones two and
 * a half; Chinese and Japanese about a token, which is three bytes, for each character.
 */
const BYTES_PER_TOKEN = 3;

/** What a block costs besides its text: role, type and id. */
const TOKENS_PER_BLOCK = 8;

/**
 * What one image costs at most: servers make larger ones smaller first, to about so many tokens
 * (https://docs.claude.com/en/docs/build-with-claude/vision). Also of one whose size is not known.
 */
const MOST_IMAGE_TOKENS = 1_600;
const PIXELS_PER_TOKEN = 750;

/** About how many tokens a text is. The same text always gives the same number. */
export function textTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** About how many tokens the definitions of the tools take up in every request. */
export function toolTokens(tools: readonly ToolDefinition[]): number {
  return tools.reduce((sum, tool) => sum + TOKENS_PER_BLOCK + textTokens(canonicalJson({ ...tool })), 0);
}

/** About how many tokens the messages of a request are. */
export function messageTokens(messages: readonly WireMessage[]): number {
  return messages.reduce(
    (sum, { content }) => sum + content.reduce((tokens, block) => tokens + blockTokens(block), 0),
    0,
  );
}

function blockTokens(block: ContentBlock): number {
  switch (block.type) {
    case "text":
    case "thinking":
      return TOKENS_PER_BLOCK + textTokens(block.text);
    case "redacted_thinking":
      return TOKENS_PER_BLOCK + textTokens(block.data);
    case "tool_use":
      return TOKENS_PER_BLOCK + textTokens(block.name) + textTokens(canonicalJson(block.input));
    case "tool_result":
      return TOKENS_PER_BLOCK + textTokens(block.content);
    case "image":
      return MOST_IMAGE_TOKENS;
    case "image_file":
      return TOKENS_PER_BLOCK + Math.min(MOST_IMAGE_TOKENS, Math.ceil((block.width * block.height) / PIXELS_PER_TOKEN));
    case "opaque":
      return TOKENS_PER_BLOCK + textTokens(canonicalJson(block.value));
  }
}
