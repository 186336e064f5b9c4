import { ProviderError, type Destination } from "../../agent/ports/provider-error";

/** What is copied along with a key: from a file of settings, a header, or a text. */
const AROUND = /^(?:export\s+)?(?:[A-Z_]+_KEY\s*=\s*)?["'`\u201c\u201d\u201e]*(?:[Bb]earer\s+)?|["'`\u201c\u201d;,]+$/g;

/**
 * The header that carries an API key, `prefix` before it; undefined without a key. A key with characters that no header
 * can carry was pasted wrong: throws `invalid_api_key`.
 */
export function authHeader(
  name: string,
  apiKey: string | undefined,
  destination: Destination,
  prefix = "",
): Record<string, string> | undefined {
  const key = (apiKey ?? "")
    .replace(/[\u200B-\u200D\u2060\uFEFF]/g, "")
    .trim()
    .replace(AROUND, "")
    .trim();
  if (key === "") return undefined;
  if (!/^[\x21-\x7e]+$/.test(key)) throw new ProviderError({ type: "invalid_api_key", destination });
  return { [name]: prefix + key };
}
