import { useLayoutEffect, useState } from "preact/hooks";
import type { Stage } from "../../frame/frame";

/** What of the page's own lies over the screen. */
export type Opened =
  | { readonly what: "nothing" }
  | { readonly what: "dropdown" }
  /** The panel of ⌘K, at the end of a path of submenus. */
  | { readonly what: "actions"; readonly path: readonly string[] };

/** No panel and no drop-down is open. */
export const NOTHING: Opened = { what: "nothing" };

/** Keeps what is open over the screen: nothing any more once another screen, a question or the end comes. */
export function useOpened(stage: Stage, isWindowOpen: boolean) {
  const [opened, setOpened] = useState<Opened>(NOTHING);
  const key = stage.screen?.key;
  const isInterrupted = stage.alert !== undefined || !isWindowOpen;
  useLayoutEffect(() => {
    setOpened(NOTHING);
  }, [key, isInterrupted]);
  return { opened, setOpened };
}
