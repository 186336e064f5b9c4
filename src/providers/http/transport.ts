import { systemClock, type Clock } from "./clock";
import { fetchIn } from "./environment-fetch";

/** The network and the time. */
export type Transport = { fetch: typeof fetch; clock: Clock };

let environmentFetch: typeof fetch | undefined;

/** The network as this process's environment wants it used, and the time; tests hand over their own. */
export function transportOf(config: Partial<Transport>): Transport {
  environmentFetch ??= fetchIn(process.env);
  return { fetch: config.fetch ?? environmentFetch, clock: config.clock ?? systemClock };
}
