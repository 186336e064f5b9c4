import { ProviderError, type Destination } from "../../agent/ports/provider-error";

/** What is copied along with a key: from a file of settings, a header, or a text. */
const BEFORE =
  /^(?:export\s+)?(?:\w+_key\s*[=:]\s*)?["'`\u2018\u201a\u201c\u201d\u201e]*(?:(?:authorization|x-api-key)\s*:\s*)?(?:bearer\s+)?/i;
const AFTER = /["'`\u2018\u2019\u201c\u201d;,]+$/;

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
    .replace(BEFORE, "")
    .replace(AFTER, "")
    .trim();
  if (key === "") return undefined;
  if (!/^[\x21-\x7e]+$/.test(key)) throw new ProviderError({ type: "invalid_api_key", destination });
  return { [name]: prefix + key };
}
