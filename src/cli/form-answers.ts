import type { LineReader } from "./line-reader";
import type { AskOptions } from "./options";

/** How forms and questions are answered: by a flag, or by whoever types here. */
export type FormAnswers = {
  approve: AskOptions["approve"];
  lines: LineReader;
  status: (text: string) => void;
};
