import { isThinking, type ContentBlock, type ToolUseBlock } from "../../history/messages";
import { canonicalJson, isWellFormed, wellFormObject, wellFormValue } from "../../text/json";
import { messagePass } from "./pass";

/** Cutting a string in the middle of a surrogate pair makes every later request fail (llumiverse#462). */
export const wellFormed = messagePass("blocks with half a surrogate pair mended", ({ content }) => {
  const broken = new Set(content.filter((block) => !isWellFormed(block)));
  // What is signed goes as it came or not at all, and the reasoning of a message only as a whole (claude-code#63203).
  const kept = [...broken].some(isSigned) ? content.filter((block) => !isThinking(block)) : content;
  return { content: kept.map((block) => (broken.has(block) ? mend(block) : block)), count: broken.size };
});

function isSigned(block: ContentBlock): boolean {
  return block.type === "redacted_thinking" || (block.type === "thinking" && block.signature !== undefined);
}

function mend(block: ContentBlock): ContentBlock {
  switch (block.type) {
    case "text":
      return { ...block, text: block.text.toWellFormed() };
    case "thinking": {
      const { extra, ...thinking } = block;
      return {
        ...thinking,
        text: block.text.toWellFormed(),
        ...(extra !== undefined && isWellFormed(extra) && { extra }),
      };
    }
    case "tool_result":
      return { ...block, toolUseId: block.toolUseId.toWellFormed(), content: block.content.toWellFormed() };
    case "tool_use":
      return mendCall(block);
    case "image":
    case "redacted_thinking":
      return { ...block, data: block.data.toWellFormed() };
    case "image_file":
      return { ...block, ...(block.name !== undefined && { name: block.name.toWellFormed() }) };
    case "opaque":
      return { ...block, value: wellFormValue(block.value) };
  }
}

/** The raw arguments may hold the half as an escape, which a server decodes; so they are written anew. */
function mendCall({ signature, extra, ...call }: ToolUseBlock): ToolUseBlock {
  const input = wellFormObject(call.input);
  return {
    ...call,
    id: call.id.toWellFormed(),
    name: call.name.toWellFormed(),
    input,
    rawInput: isWellFormed(call.input) ? call.rawInput.toWellFormed() : canonicalJson(input),
    ...(signature?.isWellFormed() === true && { signature }),
    ...(extra !== undefined && isWellFormed(extra) && { extra }),
  };
}
