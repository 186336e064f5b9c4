import { describe, expect, it } from "vitest";
import { answerMarkdown, shortBlock } from "../../../src/commands/ask-orbit/markdown";

describe("formulas", () => {
  it.each([
    ["The sum $a + b$ grows.", "The sum \\(a + b\\) grows."],
    ["$x$", "\\(x\\)"],
    ["It costs $5 and $10.", "It costs $5 and $10."],
    ["Between $5 to 10$ or so", "Between $5 to 10$ or so"],
    ["From $20,000-$30,000", "From $20,000-$30,000"],
    ["Block $$x^2$$ stays", "Block $$x^2$$ stays"],
    ["Escaped \\$x$", "Escaped \\$x$"],
    ["Run `echo $HOME and $PATH` now", "Run `echo $HOME and $PATH` now"],
    ["``a ` $x$`` then $y$", "``a ` $x$`` then \\(y\\)"],
    ["A stray ` and $x$\n\n`code $y$`", "A stray ` and \\(x\\)\n\n`code $y$`"],
    ["```sh\necho $a$\n```\n$b$", "```sh\necho $a$\n```\n\\(b\\)"],
    ["1. list\n   ~~~\n   $a$\n   ~~~\n$b$", "1. list\n   ~~~\n   $a$\n   ~~~\n\\(b\\)"],
    ["````\n```\n$a$\n````\n$b$", "````\n```\n$a$\n````\n\\(b\\)"],
    ["```\nstill streaming $a$", "```\nstill streaming $a$"],
  ])("M5.1 %j becomes %j", (text, shown) => {
    expect(answerMarkdown(text)).toBe(shown);
  });
});

describe("what showing an answer must not load", () => {
  it.each([
    ["![a](https://spy.example/p)", "[a](https://spy.example/p)"],
    ["!![a](https://spy.example/p)", "[a](https://spy.example/p)"],
    ["![a][ref]\n\n[ref]: https://spy.example/p", "[a][ref]\n\n[ref]: https://spy.example/p"],
    ['<img src="https://spy.example/p">', '<\u200bimg src="https://spy.example/p">'],
    // Whether a quoted fence is code is for the viewer to decide: no picture either way.
    ["> ```\n\n![a](https://spy.example/p)", "> ```\n\n!\u200b[a](https://spy.example/p)"],
    ["See <https://orbit.example>", "See <https://orbit.example>"],
    ["1 < 2 and 3 > 2", "1 < 2 and 3 > 2"],
  ])("%j becomes %j", (text, shown) => {
    expect(answerMarkdown(text)).toBe(shown);
  });
});

describe("the cost of an answer", () => {
  // From every mark of a run anew it would take many seconds, and nothing else would move meanwhile.
  it.each(["!", "`", "$", "<a", "![", "` "])("M5.1 grows with its length, whatever is in it: %j", (part) => {
    const started = performance.now();
    answerMarkdown(part.repeat(200_000 / part.length));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe("shortBlock", () => {
  it("M5.1 fences text with more backticks than it has", () => {
    expect(shortBlock("a\n````\nb", 100)).toBe("`````\na\n````\nb\n`````");
  });

  it("M5.1 cuts long text and says so", () => {
    expect(shortBlock("x".repeat(50), 10)).toBe(`\`\`\`\n${"x".repeat(10)}…\n\`\`\``);
  });
});
