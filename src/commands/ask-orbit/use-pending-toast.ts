import { showToast, Toast } from "@raycast/api";
import { useEffect } from "react";
import type { PendingRow } from "./request-rows";

/** What a toast says of something that waits for the person. `key` is another where it is another to them. */
export type PendingWords = { key: string; title: string; message: string };

/** The words on a row that waits; a form that is shown again with other values is another one. */
export function pendingWords(row: PendingRow | undefined): PendingWords | undefined {
  switch (row?.type) {
    case undefined:
      return undefined;
    case "approval": {
      const { digest, form } = row.approval;
      return { key: `${row.id} ${digest}`, title: "Orbit needs your word", message: form.title };
    }
    case "question":
      return { key: row.id, title: "Orbit has a question", message: row.question.text };
  }
}

/** Says that something waits, once for each, and takes the toast away when it is answered or the window closes. */
export function usePendingToast(pending: PendingWords | undefined): void {
  const { key, title, message } = pending ?? {};
  useEffect(() => {
    if (key === undefined || title === undefined || message === undefined) return undefined;
    const toast = showToast({ style: Toast.Style.Success, title, message });
    return () => void toast.then((shown) => shown.hide());
  }, [key, title, message]);
}
