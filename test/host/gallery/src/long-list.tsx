import { List } from "@raycast/api";
import { useState } from "react";

const TOTAL = 5_000;
const PAGE_SIZE = 50;

/** Five thousand rows, of which the next fifty come when the selection gets near the last one. */
export default function LongList() {
  const [count, setCount] = useState(PAGE_SIZE);
  return (
    <List
      navigationTitle={`${count} of ${TOTAL}`}
      searchBarPlaceholder="Search numbers…"
      pagination={{
        pageSize: PAGE_SIZE,
        hasMore: count < TOTAL,
        onLoadMore: () => setCount((before) => Math.min(before + PAGE_SIZE, TOTAL)),
      }}
    >
      {Array.from({ length: count }, (_, index) => (
        <List.Item key={index} id={`${index + 1}`} title={`Row ${index + 1}`} />
      ))}
    </List>
  );
}
