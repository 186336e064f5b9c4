// Asks each server that the command line names, in a process with an environment of its own, and prints how that went.
import { createOpenAIProvider } from "../../../../src/providers/openai/openai-provider";
import { ask, errorDetail, shownText } from "../../harness";

async function main(): Promise<void> {
  for (const baseUrl of process.argv.slice(2)) {
    const outcome = await ask(createOpenAIProvider({ model: "m", baseUrl }));
    console.log(outcome.error === undefined ? shownText(outcome) : JSON.stringify(errorDetail(outcome)));
  }
}

void main();
