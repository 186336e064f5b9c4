import { ProviderError } from "../../agent/ports/provider-error";
import { destinationOf, parseAddress, type Address } from "../http/address";
import { authHeader } from "../http/auth-header";
import type { Connection } from "../http/connection";

/** The address of the API itself. */
export const OFFICIAL_BASE_URL = "https://api.anthropic.com";

/** True for the API itself, as against a compatible server. */
export function isOfficial(address: Address | undefined): boolean {
  return address?.base.origin === OFFICIAL_BASE_URL;
}

/**
 * How the Messages API is reached. A compatible server may look for the key where Chat Completions have it: `asBearer`, as
 * vLLM does. Throws `ProviderError` where the address or the key is none, or a key is needed.
 */
export function anthropicConnection(
  { baseUrl, apiKey }: { baseUrl?: string; apiKey?: string },
  asBearer = false,
): Connection {
  const address = parseAddress(baseUrl ?? OFFICIAL_BASE_URL, "anthropic");
  const official = isOfficial(address);
  const destination = official ? ({ type: "anthropic_api" } as const) : destinationOf(address);
  const key = asBearer
    ? authHeader("authorization", apiKey, destination, "Bearer ")
    : authHeader("x-api-key", apiKey, destination);
  if (official && key === undefined) throw new ProviderError({ type: "missing_api_key", destination });
  return {
    address,
    destination,
    headers: { "anthropic-version": "2023-06-01", ...key },
    hasKey: key !== undefined,
  };
}
