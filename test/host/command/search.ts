import type { CollectionNode } from "./collection";
import type { ElementNode } from "./elements";
import { currentHost } from "./host";

/** Whatever has a search field: a list or grid, a drop-down that is open, a submenu. */
type SearchNode =
  CollectionNode | ElementNode<"List.Dropdown"> | ElementNode<"Form.Dropdown"> | ElementNode<"ActionPanel.Submenu">;

/** Raycast filters by itself unless the command listens to the search text or says that it does not want it. */
export const filters = ({ props: { filtering, onSearchTextChange } }: SearchNode): boolean =>
  filtering !== undefined ? filtering !== false : !onSearchTextChange;

/** How long a command that asks for throttling is left alone after each call. */
const THROTTLE_MS = 300;

/** Those who were told something a moment ago, with the text that came since. */
const throttled = new WeakMap<SearchNode, { next?: string }>();

/** Tells a command what stands in a search field: at once, or with the prop throttle not more often than it can take. */
export function tellSearch(node: SearchNode, text: string): void {
  const waiting = throttled.get(node);
  if (waiting) {
    waiting.next = text;
    return;
  }
  if (node.props.throttle) throttle(node);
  node.props.onSearchTextChange?.(text);
}

/** What was typed and not told yet: what the command says of the text is older than that. */
export const untoldSearch = (node: SearchNode): string | undefined => throttled.get(node)?.next;

function throttle(node: SearchNode): void {
  const host = currentHost();
  const waiting: { next?: string } = {};
  throttled.set(node, waiting);
  setTimeout(() => {
    throttled.delete(node);
    const { next } = waiting;
    if (next !== undefined) host.act(() => tellSearch(node, next));
  }, THROTTLE_MS);
}
