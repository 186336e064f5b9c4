import type { Env, MarkdownIt, Token } from "markdown-it";
import type { Look } from "./look";
import { createMarkdown } from "./markdown-renderer";

/** The link targets that a text gives names to. */
type References = NonNullable<Env["references"]>;

/** What was drawn last. While an answer streams, all its blocks but the last ones are found here. */
interface Drawn {
  readonly look: Look;
  readonly renderer: MarkdownIt;
  readonly markdown: string;
  readonly blocks: readonly string[];
  /** The HTML of each block under what it was made from. */
  readonly kept: ReadonlyMap<string, string>;
}

let last: Drawn | undefined;

/**
 * Markdown as safe HTML, one string for each block: nothing in it makes an element or attribute of its own. Text that
 * is added at the end changes the last block, or adds more.
 */
export function markdownBlocks(markdown: string, look: Look): readonly string[] {
  const before = last && looksAlike(last.look, look) ? last : undefined;
  if (before?.markdown === markdown) return before.blocks;
  const renderer = before?.renderer ?? createMarkdown(look);
  const { sources, references } = split(markdown, renderer);
  const names = JSON.stringify(references);
  const kept = new Map<string, string>();
  const blocks = sources.map((source) => {
    const key = `${names}\n${source}`;
    const html = before?.kept.get(key) ?? renderer.render(source, { references }).trim();
    kept.set(key, html);
    return html;
  });
  last = { look, renderer, markdown, blocks, kept };
  return blocks;
}

// What a drawn picture in the text depends on.
const looksAlike = (a: Look, b: Look): boolean =>
  a.fileAddress === b.fileAddress && a.assetsFolder === b.assetsFolder && a.appearance === b.appearance;

/** The sources of the blocks. Cheap: what is inside of a line is not looked at. */
function split(markdown: string, renderer: MarkdownIt): { sources: string[]; references: References } {
  const text = markdown.replace(/\r\n?/g, "\n").replaceAll("\0", "\uFFFD");
  const environment: Env = {};
  const tokens: Token[] = [];
  renderer.block.parse(text, renderer, environment, tokens);
  const lines = text.split("\n");
  const sources = tokens
    .filter(({ level, nesting, type }) => level === 0 && nesting >= 0 && type !== "reference_definition")
    .flatMap(({ map }) => (map ? [lines.slice(map[0], map[1]).join("\n")] : []));
  return { sources, references: environment.references ?? {} };
}
