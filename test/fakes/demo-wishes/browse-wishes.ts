import { call, type Dialogue } from "./dialogue";
import { listedItems, newest, succeeded, type ListedItem } from "./tool-text";
import { search, type Wish } from "./wish";
import { counted, keywords, quoted } from "./words";

const STANDARD_FOLDERS = ["Desktop", "Documents", "Downloads", "Pictures", "Music", "Movies"];
const PICTURE = /\.(png|jpe?g|gif|heic|webp|tiff?)$/i;

function* pictures(): Dialogue {
  const outcome = yield* call("list_folder", { path: "~/Pictures" }, "I will look into your Pictures folder.");
  const found = listedItems(succeeded(outcome, "look into ~/Pictures")).filter(({ name }) => PICTURE.test(name));
  if (found.length === 0) return "There is no picture in ~/Pictures.";
  return itemTable(`${counted(found.length, "picture")} in ~/Pictures:`, found);
}

function* folderContent(wish: string): Dialogue {
  const standard = STANDARD_FOLDERS.find((name) => wish.toLowerCase().includes(name.toLowerCase()));
  const words = keywords(wish, ["folder", "s", "what's", "inside", "list", "home"]);
  let path = standard === undefined ? "~" : `~/${standard}`;
  if (standard === undefined && words.length > 0) {
    path = newest(yield* search({ query: words.join(" "), kind: "folder" })).path;
  }
  const items = listedItems(succeeded(yield* call("list_folder", { path }), `look into ${path}`));
  return items.length === 0
    ? `${quoted(path)} is empty.`
    : itemTable(`${counted(items.length, "item")} in ${quoted(path)}:`, items);
}

function* findFiles(wish: string): Dialogue {
  const query = keywords(wish).join(" ");
  const items = yield* search({ query: query || "notes" });
  return itemTable(`I found ${counted(items.length, "item")}:`, items);
}

function itemTable(title: string, items: readonly ListedItem[]): string {
  const rows = items.map((item) => `| ${quoted(item.name + (item.isFolder ? "/" : ""))} | ${item.modified} |`);
  return [title, "", "| Name | Changed |", "|---|---|", ...rows].join("\n");
}

/** Wishes that look around. */
export const browseWishes: readonly Wish[] = [
  {
    example: "Show my pictures",
    matches: (text) => /\b(pictures|photos|images)\b(?! folder)/i.test(text),
    answer: pictures,
  },
  {
    example: "What's in my Documents folder?",
    matches: (text) => /\bfolder\b|\bwhat('|’)?s in\b/i.test(text),
    answer: folderContent,
  },
  {
    example: "Find files about coffee",
    matches: (text) => /^\W*(find|search|look for)\b/i.test(text),
    answer: findFiles,
  },
];
