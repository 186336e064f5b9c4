import { BlockList, isIP, isIPv6 } from "node:net";
import { isThisMac, withoutBrackets } from "./near-hosts";
import { ProxyError } from "./proxy-error";

/** The environment's variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A proxy that the environment names. The credentials of its address stand apart, so that no error can show them. */
export type Proxy = {
  url: URL;
  /** The value of the header that signs in. */
  authorization?: string;
};

/** In the order in which they count: an empty one means no proxy, as with curl. */
const VARIABLES = {
  "https:": ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"],
  "http:": ["http_proxy", "HTTP_PROXY"],
} as const;

/** True where the environment names a proxy for anything. */
export function namesProxy(env: Environment): boolean {
  return VARIABLES["https:"].some((name) => isSet(env[name]));
}

/**
 * The proxy between this Mac and a URL; undefined where there is none, and always for this Mac itself. Throws `ProxyError`
 * where a variable holds what is no proxy's address: to pass it over would send past a proxy that somebody wants.
 */
export function proxyFor(url: URL, env: Environment): Proxy | undefined {
  const variables = VARIABLES[url.protocol === "http:" ? "http:" : "https:"];
  const variable = variables.find((name) => env[name] !== undefined);
  const typed = variable === undefined ? undefined : env[variable]?.trim();
  if (variable === undefined || !isSet(typed) || isThisMac(url.hostname) || isExcepted(url, env)) return undefined;
  const proxy = readProxy(typed);
  if (proxy === undefined) throw new ProxyError({ type: "invalid", variable });
  return proxy;
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== "";
}

function readProxy(typed: string): Proxy | undefined {
  const url = URL.parse(typed.includes("://") ? typed : `http://${typed}`);
  if (url === null || !["http:", "https:"].includes(url.protocol)) return undefined;
  const { username, password } = url;
  const bare = new URL(url.origin);
  if (username === "" && password === "") return { url: bare };
  const credentials = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString("base64");
  return { url: bare, authorization: `Basic ${credentials}` };
}

/** Passwords with a percent sign of their own are pasted as they are. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** True where NO_PROXY excepts a host: `*`, a host and what is below it, with a port or without, an address, or a range. */
function isExcepted(url: URL, env: Environment): boolean {
  const exceptions = (env["no_proxy"] ?? env["NO_PROXY"] ?? "").split(/[\s,]+/);
  return exceptions.some((exception) => exception === "*" || isInRange(url, exception) || isBelow(url, exception));
}

function isBelow({ hostname, port, protocol }: URL, exception: string): boolean {
  const bare = exception.replace(/^\*?\./, "");
  const [, name = "", onlyPort] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(isIPv6(bare) ? `[${bare}]` : bare) ?? [];
  const host = URL.parse(`http://${name}`)?.hostname.replace(/\.$/, "");
  if (host === undefined || host === "") return false;
  const usedPort = port !== "" ? port : protocol === "http:" ? "80" : "443";
  if (onlyPort !== undefined && onlyPort !== usedPort) return false;
  const asked = hostname.replace(/\.$/, "");
  return asked === host || asked.endsWith(`.${host}`);
}

/** `10.0.0.0/8`, for hosts that are asked by their address; names are not looked up. */
function isInRange({ hostname }: URL, exception: string): boolean {
  const [, net = "", bits = ""] = /^(.+)\/(\d+)$/.exec(exception) ?? [];
  const address = withoutBrackets(hostname);
  const family = isIP(net) === 6 ? "ipv6" : "ipv4";
  if (isIP(net) === 0 || isIP(net) !== isIP(address) || Number(bits) > (family === "ipv6" ? 128 : 32)) return false;
  const range = new BlockList();
  range.addSubnet(net, Number(bits), family);
  return range.check(address, family);
}
