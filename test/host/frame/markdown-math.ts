import katex from "katex";
import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";

/** How a formula begins and ends. */
interface Fence {
  readonly open: string;
  readonly close: string;
  readonly isDisplay: boolean;
}

// Raycast's fences. A single dollar is money.
const FENCES: readonly Fence[] = [
  { open: "\\(", close: "\\)", isDisplay: false },
  { open: "\\begin{math}", close: "\\end{math}", isDisplay: false },
  { open: "\\[", close: "\\]", isDisplay: true },
  { open: "$$", close: "$$", isDisplay: true },
  { open: "\\begin{displaymath}", close: "\\end{displaymath}", isDisplay: true },
  { open: "\\begin{equation}", close: "\\end{equation}", isDisplay: true },
];

const DISPLAY_FENCES = FENCES.filter(({ isDisplay }) => isDisplay);

// A text full of openings without an end must not be searched to its end for each of them.
const MAX_LENGTH = 4000;
const MAX_LINES = 100;

/** Teaches markdown-it the formulas that Raycast draws. Within code they stay as they are. */
export function mathPlugin(md: MarkdownIt): void {
  // Before "escape", which takes \( and \[ for a bracket.
  md.inline.ruler.before("escape", "math", inlineMath);
  md.block.ruler.before("fence", "math", blockMath, { alt: ["paragraph", "reference", "blockquote", "list"] });
  md.renderer.rules["math"] = (tokens, index) => {
    const token = tokens[index];
    return token ? formula(token.content, token.markup, token.block, md.utils.escapeHtml) : "";
  };
}

function inlineMath(state: StateInline, silent: boolean): boolean {
  const fence = FENCES.find(({ open }) => state.src.startsWith(open, state.pos));
  if (!fence) return false;
  const start = state.pos + fence.open.length;
  const length = state.src.slice(start, start + MAX_LENGTH).indexOf(fence.close);
  const end = start + length + fence.close.length;
  if (length < 1 || end > state.posMax) return false;
  if (!silent) {
    const token = state.push("math", "math", 0);
    token.markup = state.src.slice(state.pos, end);
    token.content = state.src.slice(start, start + length);
    token.block = fence.isDisplay;
  }
  state.pos = end;
  return true;
}

/** A formula on lines of its own, where nothing else is on its first and its last line. */
function blockMath(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const first = lineAt(state, startLine);
  const fence = DISPLAY_FENCES.find(({ open }) => first.startsWith(open));
  if (!fence) return false;
  const lines: string[] = [];
  const lastLine = Math.min(endLine, startLine + MAX_LINES);
  for (let line = startLine; line < lastLine; line++) {
    // Less indented than the block around it: that block ends here.
    if (line > startLine && !state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) return false;
    const text = line === startLine ? first.slice(fence.open.length) : lineAt(state, line);
    const end = text.indexOf(fence.close);
    if (end < 0) {
      lines.push(text);
      continue;
    }
    if (text.slice(end + fence.close.length).trim() !== "") return false;
    if (!silent) {
      const token = state.push("math", "math", 0);
      token.content = [...lines, text.slice(0, end)].join("\n");
      token.markup = `${fence.open}${token.content}${fence.close}`;
      token.block = true;
      token.map = [startLine, line + 1];
    }
    state.line = line + 1;
    return true;
  }
  return false;
}

const lineAt = (state: StateBlock, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);

/** The formula as MathML; its source where it is none. */
function formula(content: string, source: string, displayMode: boolean, escape: (text: string) => string): string {
  try {
    const options = { output: "mathml", displayMode, throwOnError: true, strict: "ignore", trust: false } as const;
    return katex.renderToString(content, { ...options, maxSize: 20 });
  } catch {
    return `<code class="bad-math">${escape(source)}</code>`;
  }
}
