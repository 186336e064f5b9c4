import { findAll, type ElementNode, type HostNode } from "../command/elements";
import { detailOf, markdownOf, metadataNodesOf } from "../command/screen";
import { describeColour } from "./describe-colour";
import { describeIcon } from "./describe-icon";
import type { DetailBody, MetadataRow, Tag } from "./frame";
import { idOf } from "./identity";
import type { Look } from "./look";
import { markdownBlocks } from "./markdown";
import { optional } from "./optional";

/** Markdown and metadata of a Detail. */
export const describeDetail = (detail: ElementNode<"Detail">, look: Look): DetailBody => ({
  // The bar of the window shows that a Detail loads.
  isLoading: false,
  ...describeBody(detail, look),
});

/** What stands beside the selected row of a list; undefined without any. */
export function describeItemDetail(list: ElementNode<"List">, look: Look): DetailBody | undefined {
  const detail = detailOf(list);
  return detail && { isLoading: detail.props.isLoading ?? false, ...describeBody(list, look) };
}

const describeBody = (view: ElementNode<"Detail"> | ElementNode<"List">, look: Look) => ({
  blocks: markdownBlocks(markdownOf(view), look),
  metadata: metadataNodesOf(view).flatMap((node) => describeMetadata(node, look)),
});

function describeMetadata(node: HostNode, look: Look): MetadataRow[] {
  switch (node.type) {
    case "Metadata.Label":
      return [describeLabel(node.props, look)];
    case "Metadata.Link":
      return [{ kind: "link", ...node.props }];
    case "Metadata.Separator":
      return [{ kind: "separator" }];
    case "Metadata.TagList": {
      const tags = findAll(node, "Metadata.TagList.Item").map((tag) => describeTag(tag, look));
      return [{ kind: "tags", title: node.props.title, tags }];
    }
    default:
      return [];
  }
}

function describeLabel({ title, text, icon }: ElementNode<"Metadata.Label">["props"], look: Look): MetadataRow {
  const coloured = typeof text === "object" ? text : { value: text, color: undefined };
  return {
    kind: "label",
    title,
    text: coloured.value ?? "",
    ...optional("colour", describeColour(coloured.color, look)),
    ...optional("icon", describeIcon(icon, look)),
  };
}

function describeTag(node: ElementNode<"Metadata.TagList.Item">, look: Look): Tag {
  const { text, icon, color, onAction } = node.props;
  return {
    id: idOf(node),
    text: text ?? "",
    ...optional("icon", describeIcon(icon, look)),
    ...optional("colour", describeColour(color, look)),
    hasAction: onAction !== undefined,
  };
}
