import type { NoticeAction } from "../chat/rows";
import type { StoreErrorDetail } from "../ports/store";
import { failure, type Notice } from "./notice";

/** The notice for a failure of the storage. */
export function storeNotice(detail: StoreErrorDetail): Notice {
  return failure(storeWords(detail), ...storeActions(detail));
}

/** The database could not be opened; `path` is where it is now. */
export function setAsideNotice(path: string): Notice {
  const text = `Orbit's database was damaged. It is kept as ${path}, and a new one took its place without earlier chats.`;
  return { style: "warning", text, actions: [] };
}

/** What happened to the storage, and what helps. */
export function storeWords(detail: StoreErrorDetail): string {
  switch (detail.type) {
    case "locked":
      return "Another program holds Orbit's database, so the chat could not be read or saved. Close it and try again.";
    case "full":
      return "Orbit could not save the chat because the disk is full. Make room and try again.";
    case "corrupt":
      return "Orbit's database is damaged. Close and open Orbit: it sets the file aside and starts a new one.";
    case "vanished":
      return "Orbit could not save the chat because its database is gone. Close and open Orbit to make a new one.";
    case "not_writable":
      return "Orbit may not write to its own folder. Check the folder's permissions and try again.";
    case "chat_deleted":
      return "This chat was deleted, so nothing can be added to it. Start a new one.";
    case "call_moved":
    case "history_rewritten":
    case "row_gone":
      return "This request went on in another window. Close this chat and open it again to see it.";
    case "newer_version":
      return "A newer version of Orbit wrote the chats. Update Orbit to use them.";
    case "other":
      return "Orbit could not use its database. Try again.";
  }
}

/** Trying again is only offered where it can help: a database that is gone stays gone until Orbit opens anew. */
function storeActions(detail: StoreErrorDetail): NoticeAction[] {
  switch (detail.type) {
    case "locked":
    case "full":
    case "not_writable":
    case "other":
      return ["retry"];
    case "chat_deleted":
      return ["new_chat"];
    case "corrupt":
    case "vanished":
    case "call_moved":
    case "history_rewritten":
    case "row_gone":
    case "newer_version":
      return [];
  }
}
