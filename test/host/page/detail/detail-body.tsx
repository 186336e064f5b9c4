import { useRef } from "preact/hooks";
import type { DetailBody } from "../../frame/frame";
import { useSend } from "../host-context";
import { memo } from "../memo";
import { useFollowEnd } from "./follow-end";
import { MetadataView } from "./metadata-view";
import "./code.css";
import "./detail.css";
import "./markdown.css";

interface DetailBodyProps {
  readonly body: DetailBody;
  readonly screenKey: string;
  /** Beside a list, the metadata stand below the text, and the list keeps the keys. */
  readonly isAside?: boolean;
}

/** Markdown and metadata, of a Detail or beside a list. */
export function DetailBodyView({ body, screenKey, isAside = false }: DetailBodyProps) {
  const { blocks, metadata } = body;
  return (
    <div class={`detail${isAside ? " is-aside" : ""}`}>
      {isAside && body.isLoading && <div class="loading detail-loading" role="progressbar" aria-label="Loading" />}
      {(blocks.length > 0 || !isAside) && <MarkdownView blocks={blocks} />}
      {metadata.length > 0 && <MetadataView rows={metadata} screenKey={screenKey} isAside={isAside} />}
    </div>
  );
}

function MarkdownView({ blocks }: { blocks: readonly string[] }) {
  const send = useSend();
  const scroller = useRef<HTMLDivElement>(null);
  const onScroll = useFollowEnd(scroller, blocks);

  const open = (event: Event) => {
    const target = targetOf(event.target);
    if (target === undefined) return;
    event.preventDefault();
    send({ type: "open", target });
  };

  return (
    <div
      ref={scroller}
      class="markdown"
      onScroll={onScroll}
      // With the focus it scrolls by the arrows and the page keys.
      tabIndex={-1}
      onClick={open}
      onKeyDown={(event) => {
        // Return on a link is the link's, not the first action's.
        if (event.key === "Enter") open(event);
      }}
    >
      {blocks.map((html, index) => (
        <Block key={index} html={html} />
      ))}
    </div>
  );
}

/** The element is left alone for as long as its HTML stays the same, so that what is selected in it stays selected. */
const Block = memo(function Block({ html }: { html: string }) {
  return <div class="markdown-block" dangerouslySetInnerHTML={{ __html: html }} />;
});

/** What a link in the Markdown opens. */
function targetOf(element: EventTarget | null): string | undefined {
  if (!(element instanceof Element)) return undefined;
  return element.closest("[data-target]")?.getAttribute("data-target") ?? undefined;
}
