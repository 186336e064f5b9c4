import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markdownBlocks } from "./markdown";
import { testLook } from "./test-command";

const blocks = (markdown: string) => markdownBlocks(markdown, testLook);
const html = (markdown: string) => blocks(markdown).join("\n");

describe("H2 Markdown", () => {
  it("is HTML, a string for each block", () => {
    expect(blocks("# Title\n\nSome **bold** and ~~old~~ `code`.\n\n- one\n- two\n\n---")).toEqual([
      "<h1>Title</h1>",
      "<p>Some <strong>bold</strong> and <s>old</s> <code>code</code>.</p>",
      "<ul>\n<li>one</li>\n<li>two</li>\n</ul>",
      "<hr>",
    ]);
  });

  it("has tables with their sides", () => {
    expect(html("| a | b |\n|---|--:|\n| 1 | 2 |")).toBe(
      "<table>\n<thead>\n<tr>\n<th>a</th>\n" +
        '<th align="right">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td align="right">2</td>\n</tr>\n' +
        "</tbody>\n</table>",
    );
  });

  it("colours code of a language it knows and leaves other code as it is", () => {
    expect(html('```js\nlet a = "<b>";\n```')).toBe(
      '<pre><code class="language-js"><span class="hljs-keyword">let</span> a = ' +
        '<span class="hljs-string">&quot;&lt;b&gt;&quot;</span>;\n</code></pre>',
    );
    expect(html("```nothing\n<b>\n```")).toBe('<pre><code class="language-nothing">&lt;b&gt;\n</code></pre>');
  });

  it("makes links that the page asks the host to open, for the addresses that may be", () => {
    expect(html("[a](https://x.org/?q=1&r=2 'T')")).toBe(
      '<p><a role="link" tabindex="0" data-target="https://x.org/?q=1&amp;r=2" title="T">a</a></p>',
    );
    for (const target of ["mailto:a@b.org", "raycast://extensions/a/b/c", "file:///a.pdf"]) {
      expect(html(`[a](${target})`)).toContain(`data-target="${target}"`);
    }
    for (const target of ["javascript:alert(1)", "data:text/html,x", "vbscript:x", "a.md", "//x.org", "#top"]) {
      expect(html(`[a](${target})`)).toBe("<p><a>a</a></p>");
    }
    expect(html("see [r]\n\n[r]: https://ref.org")).toContain('data-target="https://ref.org"');
    expect(html("www.example.com")).toBe("<p>www.example.com</p>");
  });

  it("shows pictures that are here, in the size that is wished, and the words of others", () => {
    expect(html("![Orbit](icon.png?raycast-width=32&raycast-height=16)")).toBe(
      '<p><img src="file:icon.png" alt="Orbit" width="32" height="16"></p>',
    );
    expect(html("![a](data:image/png;base64,AAAA)")).toBe('<p><img src="data:image/png;base64,AAAA" alt="a"></p>');
    for (const source of ["https://x.org/a.png", "data:text/html,x", "gone.png", "/etc/passwd", "file:///etc/passwd"]) {
      expect(html(`![a *b*](${source})`)).toBe("<p>a b</p>");
    }
  });

  it("is drawn again for another appearance, which may have other pictures", () => {
    expect(html("![a](icon.png)")).toContain("file:icon.png");
    expect(markdownBlocks("![a](icon.png)", { ...testLook, appearance: "dark" }).join("")).toContain("icon@dark.png");
  });
});

describe("H2 mathematics", () => {
  const formulas = (markdown: string) =>
    html(markdown)
      .match(/<annotation[^>]*>[^<]*/g)
      ?.map((text) => text.replace(/.*>/, ""));
  const displays = (markdown: string) => html(markdown).match(/display="block"/g)?.length ?? 0;

  it("is drawn in the forms that Raycast knows, in the line or on lines of its own", () => {
    expect(formulas("a \\(x\\), \\begin{math}y\\end{math}")).toEqual(["x", "y"]);
    expect(displays("a \\(x\\), \\begin{math}y\\end{math}")).toBe(0);
    const display = "a $$x$$ and \\[y\\] \\begin{displaymath}z\\end{displaymath}";
    expect(formulas(display)).toEqual(["x", "y", "z"]);
    expect(displays(display)).toBe(3);
    expect(blocks("text\n\\[\na\n\n- b\n\\]\nmore\n\n$$x$$\n\n\\begin{equation}\nc\n\\end{equation}")).toHaveLength(5);
    expect(formulas("$$\na\n- b\n$$")).toHaveLength(1);
    expect(html("> $$\n> x\n> $$")).toContain("<mi>x</mi>");
  });

  it("is not what stands between single dollars, is escaped, or is code", () => {
    expect(html("$5 and $6")).toBe("<p>$5 and $6</p>");
    expect(html("\\\\(x\\\\)")).toBe("<p>\\(x\\)</p>");
    expect(html("`\\(x\\)` `$$x$$`")).toBe("<p><code>\\(x\\)</code> <code>$$x$$</code></p>");
    expect(html("```\n$$\nx\n$$\n```")).toBe("<pre><code>$$\nx\n$$\n</code></pre>");
    expect(html("    \\[x\\]")).toBe("<pre><code>\\[x\\]\n</code></pre>");
    expect(html("\\[x\n\nand on")).toBe("<p>[x</p>\n<p>and on</p>");
  });

  it("shows its source when it is wrong", () => {
    expect(html("a \\(\\frac{<b>\\)")).toBe('<p>a <code class="bad-math">\\(\\frac{&lt;b&gt;\\)</code></p>');
  });
});

describe("hostile Markdown", () => {
  const TAGS = /^(?:a|annotation|blockquote|br|code|em|h[1-6]|hr|img|li|ol|p|pre|s|span|strong|ul|table|t[bdhr]\w*)$/;
  const MATH_TAGS = /^(?:math|semantics|m[a-z]+)$/;
  const ATTRIBUTES =
    /^(?:align|alt|class|data-target|display|encoding|height|href|role|src|start|tabindex|title|width|xmlns)$/;
  const MATH_ATTRIBUTES = /^(?:[a-z]+|aria-hidden|style)$/;

  /** Fails for a tag or an attribute that Markdown has no right to. */
  function check(output: string): void {
    for (const [, tag = "", attributes = ""] of output.matchAll(/<\/?([^\s>]*)([^>]*)>?/g)) {
      const isMath = MATH_TAGS.test(tag);
      expect(tag).toMatch(isMath ? MATH_TAGS : TAGS);
      expect(attributes).toMatch(/^(?: [a-z-]+="[^"<>]*")*$/);
      for (const [, name = "", value = ""] of attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
        expect(name).toMatch(isMath ? MATH_ATTRIBUTES : ATTRIBUTES);
        expect(name).not.toMatch(/^on|^href$/);
        if (name === "src") expect(value).toMatch(/^(?:data:image\/|file:)/);
      }
    }
  }

  it("makes no element and no attribute of its own", () => {
    for (const attack of [
      "<script>alert(1)</script>",
      "<img src=x onerror=alert(1)>",
      "<!-- --><svg/onload=alert(1)>",
      '[a](https://x.org "\\" onclick=\\"alert(1)")',
      '[a](<https://x.org/" onclick="alert(1)>)',
      '![" onerror="alert(1)](data:image/png,x"onerror=alert(1))',
      '![a](icon.png?raycast-width=1"onerror="x)',
      '```"><img src=x onerror=alert(1)>\ncode\n```',
      '```js "><script>\n</code></pre><script>\n```',
      "\\(\\text{<img src=x onerror=alert(1)>}\\)",
      "\\(\\href{javascript:alert(1)}{x}\\)",
      "\\(\\htmlStyle{position:fixed}{x} \\htmlData{target=https://x.org}{y}\\)",
      "\\(\\includegraphics{https://x.org/a.png}\\)",
      "$$</annotation><script>alert(1)</script>$$",
      "&lt;script&gt; &#60;script&#62; &quot; &#x22;",
      "| <b> | `<i>` |\n|---|---|\n| [a](javascript:x) | <u> |",
    ]) {
      check(html(attack));
    }
  });

  it("makes none in any arrangement of what Markdown is made of", () => {
    const parts =
      "<b >\n \" ' [ ] ( ) ! ` ``` $$ \\( \\) \\[ \\] \\frac{ } | --- - # * _ ~~ & &lt; javascript: data:image/ a on= : \\ <";
    const text = fc
      .array(fc.constantFrom(...parts.split(" "), " ", "\n\n"), { maxLength: 40 })
      .map((all) => all.join(""));
    fc.assert(
      fc.property(text, (markdown) => check(html(markdown))),
      { numRuns: 300 },
    );
  });

  it("takes no long time, however many openings it has", () => {
    const start = performance.now();
    for (const opening of ["\\(", "\\[\n", "$$ ", "> \\[\n", "[", "\\begin{equation}"]) html(opening.repeat(5000));
    expect(performance.now() - start).toBeLessThan(3000);
  });
});

describe("H4 a text that streams", () => {
  const answer =
    "# Title\n\nSome text with \\(x^2\\).\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n- two\n\n```ts\nconst a = 1;\n```\n\nThe end.";

  it("changes its last block or adds blocks, and leaves those before alone", () => {
    let before: readonly string[] = [];
    for (let length = 1; length <= answer.length; length++) {
      const now = blocks(answer.slice(0, length));
      expect(now.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
      before = now;
    }
    expect(before).toHaveLength(6);
  });

  it("comes out as if it had been there at once", () => {
    for (let length = 1; length <= answer.length; length++) blocks(answer.slice(0, length));
    const streamed = blocks(answer);
    blocks("something else");
    expect(blocks(answer)).toEqual(streamed);
    expect(blocks(answer)).toBe(blocks(answer));
  });
});
