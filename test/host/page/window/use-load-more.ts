import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import type { GridScreen, ListScreen } from "../../frame/frame";
import { useSend } from "../host-context";

const NEAR_END_PX = 240;

/** Asks for the next page when the end of the rows comes near, once for each count of rows. */
export function useLoadMore(
  rowsRef: RefObject<HTMLElement | null>,
  { key, hasMore }: ListScreen | GridScreen,
  count: number,
): void {
  const send = useSend();
  useEffect(() => {
    const rows = rowsRef.current;
    if (rows === null || !hasMore) return;
    const ask = () => {
      if (rows.scrollHeight - rows.scrollTop - rows.clientHeight > NEAR_END_PX) return;
      rows.removeEventListener("scroll", ask);
      send({ type: "loadMore", screen: key });
    };
    rows.addEventListener("scroll", ask, { passive: true });
    ask();
    return () => rows.removeEventListener("scroll", ask);
  }, [rowsRef, key, hasMore, count, send]);
}
