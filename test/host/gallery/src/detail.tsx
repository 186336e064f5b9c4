import { Action, ActionPanel, Color, Detail, Icon, showToast } from "@raycast/api";

const FENCE = "```";

const MARKDOWN = `# Everything in Markdown

A paragraph with **bold**, *italic*, ~~struck~~ and \`code\`, and [a link](https://example.com/page).

> A quote of
> two lines.

1. First
2. Second
   - Nested

- [x] Done
- [ ] Open

| Planet | Moons |
| ------ | ----: |
| Earth  |     1 |
| Saturn |   146 |

${FENCE}ts
const answer: number = 42; // TypeScript
${FENCE}

${FENCE}python
def answer() -> int:
    return 42
${FENCE}

${FENCE}sh
echo "$HOME" | wc -c
${FENCE}

The area of a circle is \\(\\pi r^2\\). Its sum:

$$
\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}
$$

A sum of $5 and another of $6 are no mathematics.

![The gallery](gallery.png?raycast-width=64)

---

The end.
`;

/** A detail view with Markdown of every kind, and metadata of every kind. */
export default function DetailOfEverything() {
  return (
    <Detail
      navigationTitle="Detail of Everything"
      markdown={MARKDOWN}
      metadata={
        <Detail.Metadata>
          <Detail.Metadata.Label title="Label" text="Plain" />
          <Detail.Metadata.Label title="Coloured" text={{ value: "Green", color: Color.Green }} icon={Icon.Leaf} />
          <Detail.Metadata.Separator />
          <Detail.Metadata.Link title="Link" text="example.com" target="https://example.com" />
          <Detail.Metadata.TagList title="Tags">
            <Detail.Metadata.TagList.Item text="Red" color={Color.Red} />
            <Detail.Metadata.TagList.Item
              text="Press Me"
              icon={Icon.Hammer}
              color={Color.Blue}
              onAction={() => void showToast({ title: "The tag was pressed" })}
            />
          </Detail.Metadata.TagList>
        </Detail.Metadata>
      }
      actions={
        <ActionPanel>
          <Action.CopyToClipboard title="Copy Markdown" content={MARKDOWN} />
        </ActionPanel>
      }
    />
  );
}
