import { showToast, Toast } from "@raycast/api";
import { useEffect } from "react";

/** Says that a form waits, once for each form, and takes the toast away when the form is answered or the window closes. */
export function usePendingToast(pendingKey: string | undefined, title: string | undefined): void {
  useEffect(() => {
    if (pendingKey === undefined) return undefined;
    const toast = showToast({
      style: Toast.Style.Success,
      title: "Orbit needs your word",
      ...(title !== undefined && { message: title }),
    });
    return () => void toast.then((shown) => shown.hide());
  }, [pendingKey, title]);
}
