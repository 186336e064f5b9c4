import type { Destination } from "../../agent/ports/provider-error";
import { ProviderError } from "../../agent/ports/provider-error";

/**
 * The address of a route from the base address that the person typed, which may already end with the route or a part of
 * it. `routes` are the endings to take off, longest first. Throws `invalid_base_url`.
 */
export function routeUrl(base: string, routes: readonly string[], route: string): URL {
  const url = URL.parse(base.trim());
  // fetch refuses an address with a name and password in it.
  const usable =
    url !== null && /^https?:$/.test(url.protocol) && url.hostname !== "" && url.username + url.password === "";
  if (!usable) throw new ProviderError({ type: "invalid_base_url" });
  const path = url.pathname.replace(/\/+$/, "");
  const ending = routes.find((candidate) => path.endsWith(candidate)) ?? "";
  url.pathname = path.slice(0, path.length - ending.length).replace(/\/+$/, "") + route;
  url.hash = "";
  return url;
}

/**
 * True where the address is this Mac by its form alone; names are not looked up. A URL has its IP addresses in one
 * spelling already (127.1, 0x7f000001 and 2130706433 are all 127.0.0.1), so whole host names can be compared.
 */
export function isThisMac(url: URL): boolean {
  const host = url.hostname.replace(/\.$/, "");
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  if (host === "0.0.0.0" || /^127\.\d+\.\d+\.\d+$/.test(host)) return true;
  return /^\[::(?:1|ffff:(?:7f[\da-f]{2}:[\da-f]{1,4}|0:0))?\]$/.test(host);
}

/** Where a request to an address goes, other than to a provider's own API. */
export function destinationOf(url: URL): Destination {
  return { type: isThisMac(url) ? "this_mac" : "server", address: url.host };
}

/** Who receives a request to an address, in words for the person. */
export function recipientOf(base: string): string {
  const url = URL.parse(base.trim());
  if (url === null || url.hostname === "") return "an unknown server";
  return isThisMac(url) ? "the model on this Mac" : url.hostname;
}

/** The same for code: `kind` is the wire format. Two base addresses of one server have one key. */
export function recipientKeyOf(kind: string, base: string): string {
  return `${kind}@${URL.parse(base.trim())?.host ?? "unknown"}`;
}
