import type { Detail } from "@raycast/api";
import { component } from "./component";

const TagListItem = component<Detail.Metadata.TagList.Item.Props>("Metadata.TagList.Item", {
  icon: "optional",
  text: "optional",
  color: "optional",
  onAction: "optional",
});

/** Detail.Metadata and List.Item.Detail.Metadata, which are one component. */
export const Metadata = Object.assign(component<Detail.Metadata.Props>("Metadata", { children: "children" }), {
  Label: component<Detail.Metadata.Label.Props>("Metadata.Label", {
    title: "required",
    icon: "optional",
    text: "optional",
  }),
  Link: component<Detail.Metadata.Link.Props>("Metadata.Link", {
    title: "required",
    target: "required",
    text: "required",
  }),
  Separator: component<Detail.Metadata.Separator.Props>("Metadata.Separator", {}),
  TagList: Object.assign(
    component<Detail.Metadata.TagList.Props>("Metadata.TagList", { title: "required", children: "children" }),
    { Item: TagListItem },
  ),
});
