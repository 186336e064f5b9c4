import type { JsonObject } from "../../../src/agent/text/json";
import type { Reply } from "../model-server/reply";
import type { ToolOutcome } from "../model-server/request";

/** Tool calls to make in one turn, and what to say with them. */
export type Turn = { say?: string; calls: { name: string; input: JsonObject }[] };

/**
 * How a wish is answered, told as a story: it yields the calls of a turn, gets their outcomes, and returns in the end,
 * mostly the answer. The server keeps nothing between requests: the story is told again from its start each time, with
 * the outcomes that the request brings.
 */
export type Dialogue<Result = string> = Generator<Turn, Result, readonly ToolOutcome[]>;

/** Ends a dialogue early with an answer, from however deep in it. */
export class EarlyAnswer extends Error {
  override readonly name = "EarlyAnswer";
}

/** One call in a turn of its own. */
export function* call(name: string, input: JsonObject, say?: string): Dialogue<ToolOutcome> {
  const [outcome] = yield { calls: [{ name, input }], ...(say === undefined ? {} : { say }) };
  if (outcome === undefined) throw new EarlyAnswer(`The call of ${name} brought no result.`);
  return outcome;
}

/** The reply of a dialogue to a request that brings these outcomes. */
export function playDialogue(dialogue: Dialogue, outcomes: readonly ToolOutcome[]): Reply {
  try {
    let told = 0;
    let next = dialogue.next();
    while (next.done !== true) {
      const { say, calls } = next.value;
      const answers = outcomes.slice(told, told + calls.length);
      if (answers.length < calls.length) return { ...(say === undefined ? {} : { text: say }), toolCalls: calls };
      if (answers.some(({ name }, index) => name !== calls[index]?.name)) {
        return { text: "The results do not fit the calls of this demo, so it stops here." };
      }
      told += calls.length;
      next = dialogue.next(answers);
    }
    return { text: next.value };
  } catch (error) {
    if (error instanceof EarlyAnswer) return { text: error.message };
    throw error;
  }
}
