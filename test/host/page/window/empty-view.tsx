import type { EmptyView } from "../../frame/frame";
import { IconView } from "../icon";
import "./empty-view.css";

/** What stands in the middle where there are no rows. While they are still awaited, nothing does. */
export function EmptyViewBody({ view }: { view: EmptyView | undefined }) {
  if (view === undefined) return null;
  const { icon, title, description } = view;
  return (
    <div class="empty-view" role="status">
      {icon !== undefined && <IconView icon={icon} size={icon.kind === "symbol" ? 56 : 64} />}
      {title !== "" && <div class="empty-title">{title}</div>}
      {description !== "" && <div class="empty-description">{description}</div>}
    </div>
  );
}
