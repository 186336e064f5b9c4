import { opendir } from "node:fs/promises";
import { posix } from "node:path";
import * as z from "zod";
import { dateParameter } from "../../agent/tool/date-parameter";
import { defineTool } from "../../agent/tool/define-tool";
import type { Tool, ToolResult } from "../../agent/tool/tool";
import { ToolError } from "../../agent/tool/tool-error";
import { TEXT_LIMITS } from "../../agent/text/text-limits";
import { limitList } from "../../agent/text/truncation";
import { inlineValue } from "../../agent/text/untrusted-text";
import { explainErrors } from "./file-error";
import { count, fileItem, fileLine, fileNames } from "./file-item";
import { FILE_KINDS } from "./file-kinds";
import type { FileServices, SpotlightPrograms } from "./file-services";
import { locate, type Located } from "./locate";
import { parseQuery, type SearchQuery } from "./search-query";
import { rankHits, type SearchHit, type SearchOutcome } from "./search-result";
import { SEARCH_LIMITS, searchByWalking } from "./search-walk";
import { searchSpotlight } from "./spotlight";

const MAX_HITS_FOR_MODEL = TEXT_LIMITS.listItems;
const MAX_HITS_ON_CARD = 50;

const MACOS_PROGRAMS: SpotlightPrograms = { mdfind: "/usr/bin/mdfind", mdutil: "/usr/bin/mdutil" };
/** The folders that macOS guards one by one. Where access is refused, Spotlight stays silent about their items. */
const GUARDED_FOLDERS = ["Desktop", "Documents", "Downloads"];

const parameters = z.object({
  query: z
    .string()
    .min(1)
    .max(500)
    .describe("Words of the name or the content. Each must be in one of the two; case and accents do not matter."),
  folder: z.string().exactOptional().describe("Where to look, such as ~/Documents. The whole home folder if left out."),
  kind: z.enum(FILE_KINDS).exactOptional().describe("Only items of this kind."),
  modified_after: dateParameter("Only items changed at or after this date.").exactOptional(),
  modified_before: dateParameter("Only items changed at or before this date; a day counts to its end.").exactOptional(),
  limit: z
    .int()
    .min(1)
    .max(MAX_HITS_FOR_MODEL)
    .exactOptional()
    .describe(`The most items to return; ${MAX_HITS_FOR_MODEL} if left out.`),
});

/** Searches files and folders by name and content. */
export function searchFilesTool(services: FileServices): Tool {
  return defineTool({
    name: "search_files",
    title: "Search Files",
    description:
      "Finds files and folders by words in their name or content, in the home folder or on a connected volume. Returns paths with size and date, those with all words in the name first, then the newest; not the content: use read_file for that. Hidden items, programs' own folders, keys and passwords are never found. The result says what could not be searched.",
    parameters,
    category: "files",
    risk: "read",
    label: () => "Searching files…",
    run: async (input, { signal }) => {
      const timeZone = services.timeZone();
      const query = parseQuery(input, timeZone);
      const folder = await searchFolder(input.folder ?? "~", services);
      const outcome = await search(query, folder, services, signal);
      return searchResult(outcome, query, folder, { maxItems: input.limit ?? MAX_HITS_FOR_MODEL, timeZone });
    },
  });
}

/** The folder to search. "Could not look" must never pass for "nothing found", so it is opened once before. */
async function searchFolder(given: string, services: FileServices): Promise<Located> {
  const folder = await locate(given, services);
  if (!folder.stats.isDirectory()) {
    throw new ToolError("invalid_argument", `${folder.shown} is a file. Give 'folder' a folder, or use read_file.`);
  }
  await explainErrors(folder.shown, () => openOnce(folder.path));
  return folder;
}

async function openOnce(path: string): Promise<void> {
  const opened = await opendir(path);
  await opened.close();
}

async function search(
  query: SearchQuery,
  folder: Located,
  services: FileServices,
  signal: AbortSignal,
): Promise<SearchOutcome> {
  const { path, home } = folder;
  if (services.platform === "darwin") {
    const programs = services.programs ?? MACOS_PROGRAMS;
    const outcome = await searchSpotlight({ query, folder: path, home, programs, signal });
    if (outcome !== undefined) return { ...outcome, gaps: [...outcome.gaps, ...(await closedFolders(folder))] };
  }
  const { platform, host } = services;
  return searchByWalking({ query, folder: path, home, platform, now: () => host.now(), limits: SEARCH_LIMITS, signal });
}

async function closedFolders({ path, home }: Located): Promise<string[]> {
  if (path !== home) return [];
  const closed: string[] = [];
  for (const name of GUARDED_FOLDERS) {
    await explainErrors(`~/${name}`, () => openOnce(posix.join(home, name))).catch((error: unknown) => {
      if (error instanceof ToolError && error.type === "permission_denied") closed.push(`~/${name}`);
    });
  }
  const help = "the person can allow it in System Settings, Privacy & Security, Files and Folders";
  return closed.length === 0 ? [] : [`macOS does not let Orbit look into ${closed.join(", ")}; ${help}.`];
}

function searchResult(
  outcome: SearchOutcome,
  query: SearchQuery,
  folder: Located,
  { maxItems, timeZone }: { maxItems: number; timeZone: string },
): ToolResult {
  const hits = rankHits(outcome.hits);
  const { shown, note } = limitList(hits, maxItems, "Narrow the search by folder, kind or date to see others.");
  const lines = shown.map((hit) => fileLine(hit, folder.home, timeZone));
  const text = [headline(hits, query, folder), ...lines, note, ...gapLines(outcome.gaps)].filter((line) => line !== "");
  const items = hits.slice(0, MAX_HITS_ON_CARD).map((hit) => fileItem(hit, folder.home));
  return {
    text: text.join("\n"),
    summary: summary(hits, outcome.gaps),
    card: { type: "files", items },
    ...fileNames(shown.length),
  };
}

function headline(hits: SearchHit[], query: SearchQuery, folder: Located): string {
  const words = query.words.map((word) => `"${inlineValue(word)}"`).join(", ");
  const what = `${words}${query.kind === undefined ? "" : `, kind ${query.kind},`} in ${folder.shown}`;
  return hits.length === 0 ? `Nothing was found for ${what}.` : `${count(hits.length, "item")} for ${what}:`;
}

function gapLines(gaps: string[]): string[] {
  return gaps.length === 0 ? [] : ["Not searched:", ...gaps.map((gap) => `- ${gap}`)];
}

function summary(hits: SearchHit[], gaps: string[]): string {
  if (hits.length === 0) return gaps.length === 0 ? "Nothing found" : "Nothing found, not everything searched";
  const folders = hits.filter(({ stats }) => stats.isDirectory()).length;
  const noun = folders === 0 ? "file" : folders === hits.length ? "folder" : "item";
  return `Found ${count(hits.length, noun)}`;
}
