import { Action, ActionPanel, Icon, List, type LaunchProps } from "@raycast/api";
import { useMemo, useState, useSyncExternalStore } from "react";
import { queuedRows, type QueuedRow } from "../../agent/chat/queue";
import { EMPTY_SNAPSHOT } from "../../agent/chat/snapshot";
import { ChatSections } from "./chat-sections";
import { ModelDropdown } from "./model-dropdown";
import { noticeRowIds, NoticeSection } from "./notice-section";
import { QueuedSection } from "./queued-section";
import { chatSections, defaultRow, hasEarlier, pendingRow, type ChatSection } from "./sections";
import { SearchText } from "./search-text";
import type { SnapshotStore } from "./snapshot-store";
import { startRowIds, StartSection } from "./start-section";
import { useChat } from "./use-chat";
import { useModels } from "./use-models";
import { useOrbit, type OpenOrbit } from "./use-orbit";
import { pendingWords, usePendingToast } from "./use-pending-toast";
import { useSelection } from "./use-selection";

/** Requests that are drawn at first; scrolling to the end brings as many more. */
const PAGE_SIZE = 25;

const NO_SNAPSHOTS: SnapshotStore = { subscribe: () => () => undefined, getSnapshot: () => EMPTY_SNAPSHOT };

/** Ask Orbit: a list whose search bar is the input, the newest request on top. Everything it shows comes from the loop. */
export default function AskOrbit(props: LaunchProps<{ arguments: Partial<Arguments.AskOrbit> }>) {
  const question = (props.fallbackText ?? props.arguments.question ?? "").trim();
  const { opening, openAgain } = useOrbit(question);
  const open = opening.type === "open" ? opening : undefined;
  const { subscribe, getSnapshot } = open?.snapshots ?? NO_SNAPSHOTS;
  const snapshot = useSyncExternalStore(subscribe, getSnapshot);

  const models = useModels(open, snapshot);
  const { chat, searchText, setSearchText, expanded } = useChat(open, question, snapshot, models.choose);
  const [shownRequests, setShownRequests] = useState(PAGE_SIZE);

  const sections = useMemo(() => chatSections(snapshot, expanded, shownRequests), [snapshot, expanded, shownRequests]);
  const pending = pendingWords(pendingRow(sections));
  const pendingKey = pending?.key;
  usePendingToast(pending);

  const queue = queuedRows(snapshot.rows);
  const rows =
    open === undefined ? { ids: [], defaultId: undefined } : rowsOf(open, queue, sections, models.needsSetUp);
  const moment = `${sections[0]?.requestId ?? ""} ${pendingKey ?? ""}`;
  const { selectedId, selectedItemId, onSelectionChange } = useSelection(rows.ids, rows.defaultId, moment);
  const isEmpty = sections.length === 0;

  return (
    <SearchText value={searchText}>
      <List
        filtering={false}
        searchText={searchText}
        onSearchTextChange={setSearchText}
        searchBarPlaceholder={isEmpty ? "Ask Orbit…" : "Ask a follow-up…"}
        isLoading={opening.type === "opening" || snapshot.status === "running"}
        isShowingDetail={!isEmpty}
        onSelectionChange={onSelectionChange}
        searchBarAccessory={
          open && (
            <ModelDropdown
              shown={models.shown}
              preferencesTitle={models.preferencesTitle}
              sections={models.sections}
              onChoose={models.choose}
            />
          )
        }
        pagination={{
          pageSize: PAGE_SIZE,
          hasMore: hasEarlier(snapshot, sections),
          onLoadMore: () => setShownRequests((before) => before + PAGE_SIZE),
        }}
        {...(selectedItemId !== undefined && { selectedItemId })}
      >
        {opening.type === "opening" && <List.EmptyView icon={Icon.Stars} title="Opening Orbit…" />}
        {opening.type === "failed" && <FailedView words={opening.words} onRetry={openAgain} />}
        {open !== undefined && chat !== undefined && (
          <>
            {open.orbit.notices.length > 0 && (
              <NoticeSection chat={chat} notices={open.orbit.notices} selectedId={selectedId} />
            )}
            {queue.length > 0 && <QueuedSection chat={chat} queue={queue} selectedId={selectedId} />}
            {isEmpty && <StartSection chat={chat} needsSetUp={models.needsSetUp} />}
            <ChatSections chat={chat} sections={sections} selectedId={selectedId} />
          </>
        )}
      </List>
    </SearchText>
  );
}

/** Every row that can be selected, and the one that is while the person has chosen none. */
function rowsOf(
  { orbit }: OpenOrbit,
  queue: readonly QueuedRow[],
  sections: readonly ChatSection[],
  needsSetUp: boolean,
): { ids: string[]; defaultId: string | undefined } {
  const notices = noticeRowIds(orbit.notices);
  const start = sections.length === 0 ? startRowIds(needsSetUp) : [];
  const chatRows = [...queue, ...sections.flatMap(({ rows }) => rows)].map(({ id }) => id);
  return { ids: [...notices, ...start, ...chatRows], defaultId: defaultRow(sections)?.id ?? start[0] };
}

function FailedView({ words, onRetry }: { words: string; onRetry: () => void }) {
  return (
    <List.EmptyView
      icon={Icon.Warning}
      title="Orbit could not open"
      description={words}
      actions={
        <ActionPanel>
          <Action title="Try Again" icon={Icon.ArrowClockwise} onAction={onRetry} />
        </ActionPanel>
      }
    />
  );
}
