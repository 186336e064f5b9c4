import { Detail } from "@raycast/api";

const MARKDOWN = `# Hostile

<script>owned = 1</script>

<img src="x" onerror="owned = 2">

![a picture from elsewhere](http://127.0.0.1:9/pixel.png)

![" onerror="owned = 3](gallery.png)

[a script](javascript:owned=4) and [data](data:text/html,<script>owned=5</script>)

<iframe srcdoc="<script>parent.owned = 6</script>"></iframe>

\`\`\`html" onmouseover="owned = 7
<b>code</b>
\`\`\`

| <svg onload="owned = 8"> | [x](<" onclick="owned = 9>) |
| ------------------------ | --------------------------- |
| \\(\\href{javascript:owned=10}{x}\\) | \\(\\htmlData{onclick=owned}{x}\\) |
`;

/** Markdown that would like to be more than text. */
export default function HostileMarkdown() {
  return <Detail navigationTitle="Hostile Markdown" markdown={MARKDOWN} />;
}
