import { ProviderError, type Destination } from "../../agent/ports/provider-error";

/**
 * The header that carries an API key, `prefix` before it; undefined without a key. A key with characters that no header can carry was
 * pasted wrong: throws `invalid_api_key`.
 */
export function authHeader(
  name: string,
  apiKey: string | undefined,
  destination: Destination,
  prefix = "",
): Record<string, string> | undefined {
  const key = apiKey?.trim() ?? "";
  if (key === "") return undefined;
  if (!/^[\x21-\x7e]+$/.test(key)) throw new ProviderError({ type: "invalid_api_key", destination });
  return { [name]: prefix + key };
}
