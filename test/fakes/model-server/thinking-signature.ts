import { createHash } from "node:crypto";

/**
 * The signature that this server gives its thinking. Like the real one it only fits the text it was made for, so a client
 * that changes thinking on its way back is found out.
 */
export function thinkingSignature(thinking: string): string {
  return createHash("sha256").update(thinking).digest("base64");
}
