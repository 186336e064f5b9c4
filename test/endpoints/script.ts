import type { JsonObject } from "../../src/agent/text/json";

export const FILES = { "trip.md": "The train to Lisbon leaves at 9:40 from platform 12.\n" };
export const NOTE = "Lisbon, 9:40, platform 12 \u2013 \u201Cbe early\u201D\n";

export const QUESTION = "When does my train leave? Write it down.";
export const REASONING = "The trip is likely in a file.";
export const FIRST_WORDS = "I will look. ";
export const ANSWER = "Your train leaves at 9:40. I wrote that into note.md.";

export const NEXT_QUESTION = "And is that early?";
export const NEXT_ANSWER = "No, quite late.";

export const STORY_QUESTION = "Tell me a story.";
export const CUT_QUESTION = "Tell me half a story.";
export const STORY = "Once upon a time there was a train that was never late. ".repeat(4);

/** Characters that come in one piece, milliseconds between two, and how long the story takes so. */
export const PIECE_LENGTH = 9;
const PAUSE_MS = 40;
export const STORY_MS = (STORY.length / PIECE_LENGTH) * PAUSE_MS;

const call = (name: string, input: JsonObject) => ({ name, arguments: JSON.stringify(input) });

/**
 * What the model says, in the words of aimock. Each turn of the first question needs the result of the turn before it, so
 * that a result which is lost on its way ends the run.
 */
export const SCRIPT: readonly JsonObject[] = [
  {
    match: { userMessage: QUESTION, hasToolResult: false },
    response: {
      reasoning: REASONING,
      content: FIRST_WORDS,
      toolCalls: [call("list_folder", { path: "~" }), call("read_file", { path: "~/trip.md" })],
    },
  },
  {
    match: { userMessage: QUESTION, toolResultContains: "from platform 12." },
    response: { toolCalls: [call("create_file", { path: "~/note.md", content: NOTE })] },
  },
  { match: { userMessage: QUESTION, toolResultContains: "Created ~/note.md" }, response: { content: ANSWER } },
  { match: { userMessage: NEXT_QUESTION }, response: { content: NEXT_ANSWER } },
  { match: { userMessage: STORY_QUESTION }, response: { content: STORY }, latency: PAUSE_MS },
  { match: { userMessage: CUT_QUESTION }, response: { content: STORY }, latency: 10, truncateAfterChunks: 6 },
];
