import type { AssistantTurn, ProviderDelta } from "../../agent/ports/provider";
import type { ServerSentEvent } from "./event-stream";

/** Takes what a decoder has to show at once. */
export type Emit = (delta: ProviderDelta) => void;

/** Makes one turn of a stream of events; each wire format has its own. */
export type TurnDecoder = {
  /** Takes the next event. Throws `ProviderError` where it carries an error or is not what the wire format says. */
  push(event: ServerSentEvent): void;
  /** The turn is whole and nothing of it is lost if the stream ends here; more, such as the usage, may follow. */
  readonly isWhole: boolean;
  /** The stream has said its last word. */
  readonly isFinished: boolean;
  /** The turn. Throws `incomplete_response` where it is not whole. */
  finish(): AssistantTurn;
};
