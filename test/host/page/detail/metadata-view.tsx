import type { MetadataRow, Tag } from "../../frame/frame";
import { useSend } from "../host-context";
import { IconView } from "../icon";
import { memo } from "../memo";
import "./metadata.css";

interface MetadataProps {
  readonly rows: readonly MetadataRow[];
  readonly screenKey: string;
  readonly isAside: boolean;
}

/** Titles and values: a row each beside a list, one below the other in a column of their own. */
export const MetadataView = memo(function MetadataView({ rows, screenKey, isAside }: MetadataProps) {
  return (
    <dl class={`metadata${isAside ? " is-aside" : ""}`}>
      {rows.map((row, index) =>
        row.kind === "separator" ? (
          <hr key={index} class="metadata-separator" />
        ) : (
          <div key={index} class="metadata-row">
            <dt>{row.title}</dt>
            <dd>
              <Value row={row} screenKey={screenKey} />
            </dd>
          </div>
        ),
      )}
    </dl>
  );
});

function Value({ row, screenKey }: { row: Exclude<MetadataRow, { kind: "separator" }>; screenKey: string }) {
  const send = useSend();
  switch (row.kind) {
    case "label":
      return (
        <span class="metadata-text" style={{ color: row.colour }}>
          {row.icon !== undefined && <IconView icon={row.icon} />}
          <span>{row.text}</span>
        </span>
      );
    case "link":
      return (
        <button type="button" class="metadata-link" onClick={() => send({ type: "open", target: row.target })}>
          {row.text}
        </button>
      );
    case "tags":
      return (
        <span class="metadata-tags">
          {row.tags.map((tag) => (
            <TagView key={tag.id} tag={tag} onPress={() => send({ type: "tag", screen: screenKey, id: tag.id })} />
          ))}
        </span>
      );
  }
}

function TagView({ tag, onPress }: { tag: Tag; onPress: () => void }) {
  const inside = (
    <>
      {tag.icon !== undefined && <IconView icon={tag.icon} size={12} />}
      {tag.text}
    </>
  );
  return (
    <span class="tag" style={{ "--tag": tag.colour ?? "var(--secondary-text)" }}>
      {tag.hasAction ? (
        <button type="button" onClick={onPress}>
          {inside}
        </button>
      ) : (
        inside
      )}
    </span>
  );
}
