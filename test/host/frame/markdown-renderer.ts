import hljs from "highlight.js/lib/common";
import MarkdownItParser, { type MarkdownIt, type Token } from "markdown-it";
import { pathOfPicture } from "./describe-icon";
import type { Look } from "./look";
import { mathPlugin } from "./markdown-math";

/** CommonMark with tables and strikethrough, without HTML, in which links and pictures are ours to judge. */
export function createMarkdown(look: Look): MarkdownIt {
  const md = new MarkdownItParser({ html: false, highlight }).use(mathPlugin);
  const { rules } = md.renderer;
  // What is not allowed loses its target below; refused here, its source would show.
  md.validateLink = () => true;
  rules["link_open"] = (tokens, index) => linkStart(tokens[index], md.utils.escapeHtml);
  rules["image"] = (tokens, index, options, environment, renderer) => {
    const token = tokens[index];
    const alt = renderer.renderInlineAsText(token?.children ?? [], options, environment);
    return picture(String(token?.attrGet("src") ?? ""), alt, look, md.utils.escapeHtml);
  };
  rules["th_open"] = rules["td_open"] = (tokens, index) => cellStart(tokens[index]);
  return md;
}

// Colouring costs about a millisecond for each 2,000 characters, and a text that streams is coloured again and again.
const MAX_COLOURED = 20_000;

function highlight(code: string, language: string): string {
  // An empty answer leaves the code to markdown-it, which escapes it.
  if (code.length > MAX_COLOURED || !hljs.getLanguage(language)) return "";
  return hljs.highlight(code, { language, ignoreIllegals: true }).value;
}

const OPENABLE = /^(?:https?|mailto|raycast|file):/i;

/** A link without an address to follow: the page asks the host to open the target. */
function linkStart(token: Token | undefined, escape: (text: string) => string): string {
  const target = String(token?.attrGet("href") ?? "");
  const title = token?.attrGet("title");
  const titled = title == null ? "" : ` title="${escape(String(title))}"`;
  return OPENABLE.test(target) ? `<a role="link" tabindex="0" data-target="${escape(target)}"${titled}>` : "<a>";
}

/** A picture in the text or on this computer; its words where it is neither, since nothing is loaded from elsewhere. */
function picture(source: string, alt: string, look: Look, escape: (text: string) => string): string {
  const [place = "", query = ""] = /^data:/i.test(source) ? [source] : source.split("?", 2);
  const address = addressOfPicture(place, look);
  if (address === undefined) return escape(alt);
  const size = ["width", "height"].map((side) => sizeOf(query, side)).join("");
  return `<img src="${escape(address)}" alt="${escape(alt)}"${size}>`;
}

function addressOfPicture(place: string, look: Look): string | undefined {
  if (/^data:image\//i.test(place)) return place;
  const path = pathOfPicture(/^file:/i.test(place) ? place : decoded(place), look);
  return path === undefined ? undefined : look.fileAddress(path);
}

/** The path that markdown-it has encoded as an address. */
function decoded(place: string): string {
  try {
    return decodeURIComponent(place);
  } catch {
    return place;
  }
}

function sizeOf(query: string, side: string): string {
  const size = new URLSearchParams(query).get(`raycast-${side}`) ?? "";
  return /^\d{1,4}$/.test(size) ? ` ${side}="${size}"` : "";
}

/** A cell whose side is an attribute: a page that allows no inline styles draws it all the same. */
function cellStart(token: Token | undefined): string {
  const side = /text-align:(left|center|right)/.exec(String(token?.attrGet("style") ?? ""))?.[1];
  return `<${token?.tag ?? "td"}${side === undefined ? "" : ` align="${side}"`}>`;
}
