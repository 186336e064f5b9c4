import { ProviderError, type Destination, type ProviderErrorDetail } from "../../agent/ports/provider-error";
import { isNear, isThisMac } from "./near-hosts";
import { typedUrl } from "./typed-url";

/** What is spoken at an address. */
export type WireFormat = "anthropic" | "openai";

/** A base address, understood once and for all its uses. */
export type Address = {
  /** Below it stand the routes; it has the version path in it: `https://api.example.com/v1`. */
  base: URL;
  /** Where they may stand as well: tried where `base`, which is then a guess, has no such route. */
  otherBase?: URL;
  /** The host with its port. */
  host: string;
  isThisMac: boolean;
};

/** Routes that people paste along with the base, Ollama's own too, which lie beside it. */
const ROUTE =
  /\/(?:chat\/completions|completions|responses|embeddings|messages(?:\/count_tokens)?|complete|api\/(?:chat|generate|tags|show|ps|version|embed))$/i;

/** Only below a version: elsewhere it is the base itself (Azure). */
const MODELS = /(\/v\d+)\/models$/i;

const VERSION = /\/v\d+[a-z\d]*(?=\/|$)/i;

const OLLAMA_PORT = "11434";

/** Where an API is that does not lie where its host makes one look for it; from the providers' references. */
const KNOWN_BASES: Readonly<Record<WireFormat, ReadonlyMap<string, string>>> = {
  openai: new Map([
    ["openrouter.ai", "/api/v1"],
    ["api.groq.com", "/openai/v1"],
    ["generativelanguage.googleapis.com", "/v1beta/openai"],
  ]),
  anthropic: new Map([["openrouter.ai", "/api/v1"]]),
};

/** The address that the person means. Throws `invalid_base_url`, or `unencrypted_address` for plain http to the internet. */
export function parseAddress(typed: string, format: WireFormat): Address {
  const address = readAddress(typed, format);
  if (address === undefined) throw new ProviderError({ type: "invalid_base_url" });
  if (address.base.protocol === "http:" && !isNear(address.base.hostname)) {
    throw new ProviderError({ type: "unencrypted_address", address: address.host });
  }
  return address;
}

/** The same for naming who is meant, before anything is sent; undefined where nobody is. */
export function readAddress(typed: string, format: WireFormat): Address | undefined {
  const url = typedUrl(typed);
  if (url === undefined) return undefined;
  const [path, otherPath] = basePaths(url, format);
  return {
    base: withPath(url, path),
    ...(otherPath !== undefined && { otherBase: withPath(url, otherPath) }),
    host: url.host,
    isThisMac: isThisMac(url.hostname),
  };
}

/** The URL of a route below a base, such as `/messages`. */
export function routeOf(base: URL, route: string): URL {
  return withPath(base, base.pathname.replace(/\/$/, "") + route);
}

/** The URL of a route that a server has beside its version path, as Ollama's own are: `/api/show`. */
export function besideVersion({ base }: Address, route: string): URL {
  return withPath(base, base.pathname.replace(/\/v\d+$/, "").replace(/\/$/, "") + route);
}

/** Where a request to an address goes, other than to a provider's own API. */
export function destinationOf({ isThisMac: isHere, host }: Address): Destination {
  return { type: isHere ? "this_mac" : "server", address: host };
}

/** The address does not lead to the API of a model. */
export function noApiAt(destination: Destination): ProviderErrorDetail {
  return { type: "invalid_base_url", ...("address" in destination && { address: destination.address }) };
}

/** Who receives a request, in words for the person. */
export function recipientOf(address: Address | undefined): string {
  if (address === undefined) return "an unknown server";
  return address.isThisMac ? "the model on this Mac" : address.base.hostname;
}

/** The same for code. Two base addresses of one server have one key, and this Mac has one name. */
export function recipientKeyOf(format: WireFormat, address: Address | undefined): string {
  if (address === undefined) return `${format}@unknown`;
  const { isThisMac: isHere, base, host } = address;
  return `${format}@${isHere ? host.replace(base.hostname, "localhost") : host}`;
}

/** The path that the routes stand below, and another where the first is a guess. */
function basePaths(url: URL, format: WireFormat): [path: string, otherPath?: string] {
  const path = pathWithoutRoute(url);
  const known = path === "" || path === "/api" ? KNOWN_BASES[format].get(url.hostname) : undefined;
  if (known !== undefined) return [known];
  if (format === "anthropic") return [path.endsWith("/v1") ? path : `${path}/v1`];
  if (VERSION.test(path)) return [path];
  return path === "" ? ["/v1", ""] : [path, `${path}/v1`];
}

function pathWithoutRoute({ pathname, port }: URL): string {
  const path = pathname
    .replace(/\/{2,}/g, "/")
    .replace(/\/$/, "")
    .replace(ROUTE, "")
    .replace(MODELS, "$1")
    .replace(/(\/v\d+)\1+$/, "$1");
  return path === "/api" && port === OLLAMA_PORT ? "" : path;
}

function withPath(url: URL, path: string): URL {
  const copy = new URL(url);
  copy.pathname = path;
  return copy;
}
