import * as z from "zod";
import { defineTool } from "./define-tool";

const MAX_QUESTIONS_PER_REQUEST = 3;

/** Lets the model ask the person one short question. It waits as a form does; the answer is its result. */
export const askUserTool = defineTool({
  name: "ask_user",
  title: "Ask You",
  description:
    "Asks the person one short question and waits for the answer. Use it when the wish can be meant in different ways, " +
    "what you would do depends on which one it is, and no other tool can tell. Never use it to get permission: actions " +
    "ask for that themselves. Offer choices where you know the likely answers.",
  parameters: z.object({
    question: z.string().min(1).max(300).describe("The question, in the language that the person writes in."),
    choices: z.array(z.string().min(1).max(80)).max(4).describe("Up to four answers to choose from.").exactOptional(),
    free_text: z
      .boolean()
      .describe("Whether the person may also write an answer of their own. Always so without choices.")
      .exactOptional(),
  }),
  category: "orbit",
  risk: "read",
  maxCallsPerRequest: MAX_QUESTIONS_PER_REQUEST,
  promptRules: [
    "Ask the person with ask_user only when their answer changes what you do; otherwise decide and say how you decided.",
  ],
  label: () => "Asking you…",
  question: ({ question, choices = [], free_text: freeText = false }) => ({
    text: question,
    choices: [...new Set(choices)],
    freeText: freeText || choices.length === 0,
  }),
});
