import { cutWithEllipsis } from "../../agent/text/truncation";

/**
 * What a model wrote, for Raycast's Markdown view. Formulas between single dollars get the marks that Raycast knows.
 * Nothing is loaded by showing it: a picture's address could carry what the model has read to somebody else's server, so
 * pictures become links and HTML stays text.
 */
export function answerMarkdown(text: string): string {
  return withoutLoading(mapProse(text, (prose) => picturesAsLinks(inlineMath(prose))));
}

/** The beginning of a text as a code block that shows it as it is, whatever it holds. */
export function shortBlock(whole: string, mostCharacters: number): string {
  const text = cutWithEllipsis(whole, mostCharacters);
  const runs = text.match(/`{3,}/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${fence}\n${text}\n${fence}`;
}

/** Changes what is not code. In doubt text counts as prose. */
function mapProse(text: string, change: (prose: string) => string): string {
  const parts: string[] = [];
  let prose: string[] = [];
  let fence: string | undefined;
  const endProse = () => {
    if (prose.length > 0) parts.push(mapParagraphs(prose.join("\n"), change));
    prose = [];
  };
  for (const line of text.split("\n")) {
    const mark = /^[\s>]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && mark === undefined) {
      prose.push(line);
      continue;
    }
    endProse();
    parts.push(line);
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) === true && /^[\s>]*[`~]+\s*$/.test(line)) fence = undefined;
  }
  endProse();
  return parts.join("\n");
}

/** Code within a line ends with its paragraph at the latest, so that one stray backtick does not hide the rest. */
function mapParagraphs(prose: string, change: (prose: string) => string): string {
  const paragraphs = prose.split(/(\n[ \t]*\n)/);
  return paragraphs.map((paragraph) => mapOutsideSpans(paragraph, change)).join("");
}

function mapOutsideSpans(paragraph: string, change: (prose: string) => string): string {
  const parts: string[] = [];
  let end = 0;
  for (const span of paragraph.matchAll(/(?<!`)(`+)(?!`)[^]*?(?<!`)\1(?!`)/g)) {
    parts.push(change(paragraph.slice(end, span.index)), span[0]);
    end = span.index + span[0].length;
  }
  return [...parts, change(paragraph.slice(end))].join("");
}

/**
 * Raycast draws `\(…\)` but not `$…$`. A dollar before a blank, a digit after the second one, or words without any sign of
 * mathematics between them mean money.
 */
function inlineMath(prose: string): string {
  return prose.replace(/(?<![\\$\w])\$(?![\s$])([^$\n]*?[^\s$\\])\$(?![\w$])/g, (whole, formula: string) => {
    const isFormula = !/\s/.test(formula) || /[\\^_=+{}<>*/-]/.test(formula);
    return isFormula ? `\\(${formula}\\)` : whole;
  });
}

function picturesAsLinks(prose: string): string {
  // From the first mark of a run only, or a long run would be tried from each of its marks.
  return prose.replace(/(?<!!)!+\[/g, "[");
}

/**
 * The guard over all of the text, code too: where code begins and ends is only what we think, and Raycast may think
 * otherwise. A character without width keeps it looking the same.
 */
function withoutLoading(text: string): string {
  return text.replace(/!(?=\[)/g, "!\u200b").replace(/<(?=[a-z/!?])(?!https?:\/\/|mailto:)/gi, "<\u200b");
}
