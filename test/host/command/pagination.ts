import { itemsOf, type CollectionNode } from "./collection";

/** How many items there were when a list or grid was asked for more. */
const asked = new WeakMap<CollectionNode, number>();

/**
 * Asks the command for the next page, as Raycast does near the end of the items: once, until there are other items or
 * the command has loaded in vain.
 */
export function loadMore(view: CollectionNode): void {
  const { pagination, isLoading } = view.props;
  const count = itemsOf(view).length;
  if (!pagination?.hasMore || isLoading || asked.get(view) === count) return;
  asked.set(view, count);
  pagination.onLoadMore();
}

/** The command loads: whatever comes of it, it may be asked again after that. */
export function settlePagination(view: CollectionNode): void {
  if (view.props.isLoading) asked.delete(view);
}
