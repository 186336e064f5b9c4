import { ProviderError } from "../ports/provider-error";
import { StoreError } from "../ports/store";
import type { Region } from "../text/moment-words";
import { failure, type Notice } from "./notice";
import { providerNotice } from "./provider-notices";
import { storeNotice } from "./store-notices";

/** The notice for anything that can end a run with a failure. Times are only said where the person's region is known. */
export function failureNotice(error: unknown, region?: Region): Notice {
  if (error instanceof ProviderError) return providerNotice(error.detail, region);
  if (error instanceof StoreError) return storeNotice(error.detail);
  return failure("Something in Orbit went wrong that it did not expect. Try again.", "retry");
}
