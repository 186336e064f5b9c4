import { destinationOf, parseAddress } from "../http/address";
import { authHeader } from "../http/auth-header";
import type { Connection } from "../http/connection";

/** How a server of Chat Completions is reached. Throws `ProviderError` where the address or the key is none. */
export function openAIConnection({ baseUrl, apiKey }: { baseUrl: string; apiKey?: string }): Connection {
  const address = parseAddress(baseUrl, "openai");
  const destination = destinationOf(address);
  const key = authHeader("authorization", apiKey, destination, "Bearer ");
  return { address, destination, headers: { ...key }, hasKey: key !== undefined };
}
