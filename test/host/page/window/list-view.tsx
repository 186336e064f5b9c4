import { useRef } from "preact/hooks";
import type { Item, ListScreen, Section } from "../../frame/frame";
import { DetailBodyView } from "../detail/detail-body";
import { memo } from "../memo";
import { EmptyViewBody } from "./empty-view";
import { ListRow } from "./list-row";
import { rowsId } from "./row-id";
import { SectionTitle } from "./section-title";
import { useLoadMore } from "./use-load-more";
import "./list.css";

/** The rows of a list, with the detail of the selected one beside them. */
export const ListView = memo(function ListView({ screen }: { screen: ListScreen }) {
  const { sections, selectedId, isShowingDetail, detail } = screen;
  const rowsRef = useRef<HTMLDivElement>(null);
  const count = sections.reduce((sum, { items }) => sum + items.length, 0);
  useLoadMore(rowsRef, screen, count);
  if (count === 0) return <EmptyViewBody view={screen.emptyView} />;

  return (
    <div class={`list${isShowingDetail ? " has-detail" : ""}`}>
      <div class="rows" role="listbox" id={rowsId(screen.key)} aria-label={screen.navigationTitle} ref={rowsRef}>
        {sections.map((section) => (
          <ListSection
            key={section.key}
            section={section}
            screenKey={screen.key}
            selectedId={section.items.some(({ id }) => id === selectedId) ? selectedId : undefined}
          />
        ))}
      </div>
      {isShowingDetail && (
        <div class="list-detail">
          {detail !== undefined && <DetailBodyView key={selectedId} body={detail} screenKey={screen.key} isAside />}
        </div>
      )}
    </div>
  );
});

interface ListSectionProps {
  readonly section: Section<Item>;
  readonly screenKey: string;
  readonly selectedId: string | undefined;
}

const ListSection = memo(function ListSection({ section, screenKey, selectedId }: ListSectionProps) {
  if (section.items.length === 0) return null;
  return (
    <div role="group" aria-label={section.title}>
      <SectionTitle section={section} />
      {section.items.map((item) => (
        <ListRow key={item.id} item={item} screenKey={screenKey} isSelected={item.id === selectedId} />
      ))}
    </div>
  );
});
