import type { Clock } from "./clock";
import { isNetworkError } from "./network-error";
import { StatusError, type Refusal } from "./status-error";

const MAX_ERROR_BODY_LENGTH = 64 * 1024;

/** What a server answered in place of what it was asked for, as an error with its status. */
export async function readRefusal(
  response: Response,
  body: AsyncIterable<string>,
  asked: Pick<Refusal, "model" | "destination" | "hasKey" | "hasImages">,
  clock: Clock,
): Promise<StatusError> {
  let text = "";
  try {
    for await (const part of body) {
      text += part;
      if (text.length >= MAX_ERROR_BODY_LENGTH) break;
    }
  } catch (error) {
    // The status says enough where the rest of its text never comes. The caller's stop still counts.
    if (!isNetworkError(error)) throw error;
  }
  const { status, headers } = response;
  const { model, destination, hasKey, hasImages = false } = asked;
  return new StatusError(
    { status, headers, body: text.slice(0, MAX_ERROR_BODY_LENGTH), model, destination, hasKey, hasImages },
    clock.now(),
  );
}
