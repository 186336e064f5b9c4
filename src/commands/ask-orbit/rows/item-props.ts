import type { Chat } from "../chat";
import type { SectionRow } from "../request-rows";
import type { ChatSection } from "../sections";

/** What every kind of row is drawn from. Only the selected one draws its detail: Raycast's memory is small. */
export type ItemProps<Type extends SectionRow["type"]> = {
  chat: Chat;
  section: Omit<ChatSection, "rows">;
  row: Extract<SectionRow, { type: Type }>;
  isSelected: boolean;
};
