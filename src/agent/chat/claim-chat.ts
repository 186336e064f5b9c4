import type { Limits } from "../limits";
import { StoreError, type ChatStore } from "../ports/store";

/** What a chat is claimed with; `windowId` is this window's name among all that use the store. */
export type ClaimContext = {
  store: Pick<ChatStore, "takeLease" | "renewLease" | "dropLease">;
  windowId: string;
  limits: Pick<Limits, "leaseMs">;
  now: () => Date;
};

/**
 * Whether this window may work in the chat now, and how it lets go of it: with `leave` to a claim that it has made since,
 * as a window's claims are one.
 */
export type Claim = { isOurs: boolean; drop: () => Promise<void>; leave: () => void };

/** Why a claim ended by itself: another window has, or had, the chat (this Mac slept), or somebody deleted it. */
export type ClaimLoss = "taken" | "deleted";

/** A claim is renewed so often while it holds: three renewals may fail before another window can have the chat. */
const RENEWALS = 4;

/**
 * Claims a chat for the work of this window, and keeps the claim up until it is dropped. Never throws: a store that does
 * not take a claim takes no changes either, and those say what is wrong with it.
 */
export async function claimChat(
  { store, windowId: window, limits: { leaseMs }, now }: ClaimContext,
  chatId: string,
  onLoss: (loss: ClaimLoss) => void = () => {},
): Promise<Claim> {
  let isStored = false;
  /** Whether the chat is this window's. */
  const claim = async () => {
    const at = now().getTime();
    const lease = { window, until: at + leaseMs };
    // Another window may have had the chat since, and be done already: what it has settled is not to be written over.
    if (isStored) return store.renewLease(chatId, lease);
    isStored = (await store.takeLease(chatId, lease, at)) === undefined;
    return isStored;
  };
  if (!(await claim().catch(() => true)))
    return { isOurs: false, drop: () => Promise.resolve(), leave: () => undefined };

  let isOver = false;
  const end = () => {
    isOver = true;
    clearInterval(timer);
  };
  const lose = (loss: ClaimLoss) => {
    // A renewal that was on its way when the claim was dropped loses nothing.
    if (isOver) return;
    end();
    onLoss(loss);
  };
  const renew = () =>
    claim().then(
      (isOurs) => {
        if (!isOurs) lose("taken");
      },
      (error: unknown) => {
        if (error instanceof StoreError && error.detail.type === "chat_deleted") lose("deleted");
      },
    );
  const timer = setInterval(() => void renew(), leaseMs / RENEWALS);
  // A claim alone keeps no process alive.
  timer.unref();
  return {
    isOurs: true,
    leave: end,
    drop: async () => {
      end();
      await store.dropLease(chatId, window).catch(() => undefined);
    },
  };
}
