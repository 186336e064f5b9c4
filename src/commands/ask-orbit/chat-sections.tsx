import { isDeepStrictEqual } from "node:util";
import { List } from "@raycast/api";
import { memo } from "react";
import type { Chat } from "./chat";
import { shortenLine } from "../../agent/text/shorten-line";
import { AnswerItem } from "./rows/answer-item";
import { ApprovalItem } from "./rows/approval-item";
import { CallItem } from "./rows/call-item";
import { FileItem } from "./rows/file-item";
import { DisclosureItem } from "./rows/disclosure-item";
import { NoticeItem } from "./rows/notice-item";
import { ProgressItem } from "./rows/progress-item";
import { QuestionItem } from "./rows/question-item";
import { ResultItem } from "./rows/result-item";
import type { ItemProps } from "./rows/item-props";
import type { SectionRow } from "./request-rows";
import type { ChatSection } from "./sections";

const MOST_QUESTION_CHARACTERS = 80;

type ChatSectionsProps = { chat: Chat; sections: readonly ChatSection[]; selectedId: string | undefined };

/** The requests of a chat as sections of the list. */
export function ChatSections({ chat, sections, selectedId }: ChatSectionsProps) {
  return sections.map(({ rows, ...section }) => (
    <List.Section key={section.requestId} title={shortenLine(section.question, MOST_QUESTION_CHARACTERS)}>
      {rows.map((row) => (
        <Row key={row.id} chat={chat} section={section} row={row} isSelected={row.id === selectedId} />
      ))}
    </List.Section>
  ));
}

type RowProps = Omit<ItemProps<SectionRow["type"]>, "row"> & { row: SectionRow };

/** Drawn again only where something of it changed: beside an answer that streams there can be hundreds of others. */
const Row = memo(AnyItem, (before, after) => before.chat === after.chat && isDeepStrictEqual(before, after));

function AnyItem({ row, ...rest }: RowProps) {
  switch (row.type) {
    case "answer":
      return <AnswerItem row={row} {...rest} />;
    case "progress":
      return <ProgressItem row={row} {...rest} />;
    case "call":
      return <CallItem row={row} {...rest} />;
    case "approval":
      return <ApprovalItem row={row} {...rest} />;
    case "question":
      return <QuestionItem row={row} {...rest} />;
    case "file":
      return <FileItem row={row} {...rest} />;
    case "item":
      return <ResultItem row={row} {...rest} />;
    case "notice":
      return <NoticeItem row={row} {...rest} />;
    case "disclosure":
      return <DisclosureItem row={row} {...rest} />;
  }
}
