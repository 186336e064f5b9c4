import { shortenLine } from "../text/shorten-line";

const MAX_CHARACTERS = 60;

/** The title of a chat: its first question on one line. */
export function chatTitle(question: string): string {
  return shortenLine(question, MAX_CHARACTERS);
}
