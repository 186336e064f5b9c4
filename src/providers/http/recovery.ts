import { isDeepStrictEqual } from "node:util";
import type { ProviderDelta } from "../../agent/ports/provider";
import type { Learnt, LearntMemory } from "./learnt";
import type { StatusError } from "./status-error";
import type { TurnRequest } from "./turn-request";

/** A server that refuses more than this is not helped by leaving more out. */
const MAX_RECOVERIES = 2;

/** A way to send a refused request again: without what the server seems to refuse. */
export type Recovery = {
  learn: Learnt;
  /** Told in place of being remembered: what was refused lies in this chat, not in the server. */
  event?: ProviderDelta;
  /** The server did not name it: remembered only where the very next attempt was taken. */
  isGuess?: true;
};

/** How a turn is asked for. */
export type TurnPlan = {
  /** The request without what the server refuses. Throws `ProviderError`. */
  prepare: (learnt: Learnt) => TurnRequest;
  /** What may help after a refusal, the likeliest first. One that changes nothing in the request is passed over. */
  recover?: (refusal: StatusError) => Recovery[];
  learnt: LearntMemory;
};

/** The request of one turn, and what becomes of it as the server refuses parts of it. */
export type TurnRecovery = {
  readonly request: TurnRequest;
  /** Makes the next request; false where nothing helps. */
  recover(refusal: StatusError): boolean;
  /** The server took the request: what that needed is remembered, or given back to be told. */
  accepted(): Promise<ProviderDelta[]>;
};

/** Prepares the first request of a turn, from what is known about the server. */
export async function startRecovery(plan: TurnPlan): Promise<TurnRecovery> {
  const known = await plan.learnt.get();
  const made: Recovery[] = [];
  let settled = 0;
  let request = requestFor(plan, known);

  const isTaken = (recovery: Recovery): boolean => {
    const next = requestFor(plan, { ...known, ...learntBy([...made, recovery]) });
    if (isSame(next, request)) return false;
    made.push(recovery);
    request = next;
    return true;
  };
  return {
    get request() {
      return request;
    },
    recover(refusal) {
      // The core makes the request anew, without them.
      if (refusal.detail.type === "images_refused") return false;
      if (refusal.isRouteMissing) return isTaken({ learn: { otherPath: known.otherPath !== true } });
      // Another path leaves nothing out, so it does not count.
      const others = made.filter(({ learn }) => learn.otherPath === undefined);
      return others.length < MAX_RECOVERIES && (plan.recover?.(refusal) ?? []).some(isTaken);
    },
    async accepted() {
      const news = made.slice(settled).filter(({ isGuess }, at, all) => isGuess !== true || at === all.length - 1);
      settled = made.length;
      const lasting = news.filter(({ event }) => event === undefined);
      if (lasting.length > 0) await plan.learnt.add(learntBy(lasting));
      return news.flatMap(({ event }) => event ?? []);
    },
  };
}

function requestFor({ prepare }: TurnPlan, learnt: Learnt): TurnRequest {
  const request = prepare(learnt);
  const { url, otherUrl } = request;
  return learnt.otherPath === true && otherUrl !== undefined ? { ...request, url: otherUrl, otherUrl: url } : request;
}

function learntBy(recoveries: readonly Recovery[]): Learnt {
  return recoveries.reduce<Learnt>((sum, { learn }) => ({ ...sum, ...learn }), {});
}

/** Without another copy of the bodies: with images they are large. */
function isSame(one: TurnRequest, other: TurnRequest): boolean {
  return one.body === other.body && one.url.href === other.url.href && isDeepStrictEqual(one.headers, other.headers);
}
