import type { Reply } from "./reply";
import type { ModelRequest } from "./request";

/** One answer: fixed, or made from the request. */
export type Step = Reply | ((request: ModelRequest) => Reply | Promise<Reply>);

/** What the server answers: one step for each request in the order in which they come, or one function for all. */
export type Script = readonly Step[] | ((request: ModelRequest) => Reply | Promise<Reply>);

/** Makes a script into a function. The function throws where a request comes that the list has no step for. */
export function scriptResponder(script: Script): (request: ModelRequest) => Promise<Reply> {
  if (typeof script === "function") return async (request) => script(request);
  let next = 0;
  return async (request) => {
    const step = script[next];
    next += 1;
    if (step === undefined) throw new Error(`The script has ${script.length} steps, but this is request ${next}.`);
    return typeof step === "function" ? step(request) : step;
  };
}
