import { call, EarlyAnswer, type Dialogue } from "./dialogue";
import { fileContent, listedItems, reported, succeeded, type ListedItem } from "./tool-text";

/** A wish that the demo knows: an example in a person's words, what it is known by, and how it is answered. */
export type Wish = { example: string; matches: (text: string) => boolean; answer: (text: string) => Dialogue };

/** Searches and gives what was found. Ends the dialogue where nothing was found or the search failed. */
export function* search(input: { query: string; kind?: string }): Dialogue<ListedItem[]> {
  const outcome = yield* call("search_files", input, `I will look for “${input.query}”.`);
  const items = listedItems(succeeded(outcome, `search for “${input.query}”`));
  if (items.length === 0) throw new EarlyAnswer(`The search for “${input.query}” gave no files. ${reported(outcome)}`);
  return items;
}

/** The same, without the folders among what was found. */
export function* searchFiles(input: { query: string; kind?: string }): Dialogue<ListedItem[]> {
  const files = (yield* search(input)).filter(({ isFolder }) => !isFolder);
  if (files.length === 0) throw new EarlyAnswer(`I found only folders for “${input.query}”.`);
  return files;
}

/** Reads a file and gives its content. Ends the dialogue where it could not be read. */
export function* readFile(item: ListedItem): Dialogue {
  const outcome = yield* call("read_file", { path: item.path });
  const content = fileContent(succeeded(outcome, `read ${item.name}`));
  if (content === undefined) throw new EarlyAnswer(`I could not read ${item.name}. ${reported(outcome)}`);
  return content;
}
