import type { WireTarget } from "./agent/ports/provider";
import { createAnthropicProvider } from "./providers/anthropic/anthropic-provider";

// The Messages API's way to write a history, for the terminal.
export { decodeMessages, NotMessagesError } from "./providers/anthropic/decode-messages";
export { encodeMessages } from "./providers/anthropic/encode-request";

/** The official API as the one that a view is made for. */
export const OFFICIAL_API: WireTarget = createAnthropicProvider({ model: "" });
