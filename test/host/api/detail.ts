import type { Detail as Raycast } from "@raycast/api";
import { component } from "./component";
import { Metadata } from "./metadata";

/** Raycast's Detail with its metadata. */
export const Detail = Object.assign(
  component<Raycast.Props>("Detail", {
    actions: "actions",
    navigationTitle: "optional",
    isLoading: "optional",
    markdown: "optional",
    metadata: "metadata",
  }),
  { Metadata },
);
