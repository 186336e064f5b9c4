import { namesProxy, proxyFor, type Environment } from "./proxy-env";

/**
 * Node's fetch, and one that goes through a proxy for what `env` wants sent so. Node's own would need NODE_USE_ENV_PROXY in
 * the environment when the process starts, and a newer version than Raycast has to have.
 */
export function fetchIn(env: Environment): typeof fetch {
  if (!namesProxy(env)) return (input, init) => fetch(input, init);
  const fetches = new Map<string, Promise<typeof fetch>>();
  return async (input, init) => {
    const proxy = proxyFor(new URL(input instanceof Request ? input.url : input), env);
    if (proxy === undefined) return fetch(input, init);
    const { href } = proxy.url;
    const through = fetches.get(href) ?? load().then((create) => create(proxy));
    fetches.set(href, through);
    return (await through)(input, init);
  };
}

/** Only who has a proxy pays for the code. */
async function load() {
  return (await import("./proxied-fetch")).createProxiedFetch;
}
