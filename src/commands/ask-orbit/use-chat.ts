import { useMemo, useState } from "react";
import type { ChatSnapshot } from "../../agent/chat/snapshot";
import { ask } from "./ask";
import type { Chat } from "./chat";
import type { WindowModels } from "./use-models";
import type { OpenOrbit } from "./use-orbit";

/** What the person has typed and expanded, and what rows need to act on the chat. */
export type ChatState = {
  /** Undefined until Orbit is open. The same object until something in it changes, as every row depends on it. */
  chat: Chat | undefined;
  searchText: string;
  setSearchText: (text: string) => void;
  /** The earlier requests that show all their rows. */
  expanded: ReadonlySet<string>;
};

/** Holds what belongs to the window, not to the loop. `question` is the one of the launch: it stays until it is taken. */
export function useChat(
  open: OpenOrbit | undefined,
  question: string,
  { status, canRetry, route }: Pick<ChatSnapshot, "status" | "canRetry" | "route">,
  choose: WindowModels["choose"],
): ChatState {
  const [typed, setTyped] = useState<string>();
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const chat = useMemo(
    (): Chat | undefined =>
      open && {
        loop: open.orbit.loop,
        homeFolder: open.orbit.homeFolder,
        status,
        canRetry,
        route,
        ask: (text) => {
          if (!ask(open.orbit.loop, text)) return;
          setTyped((before) => ((before ?? open.unasked) === text ? "" : before));
        },
        fill: (text) => {
          setTyped((before) => [before ?? open.unasked, text].filter((part) => part !== "").join(" "));
        },
        toggleDetails: (requestId) => setExpanded((before) => toggled(before, requestId)),
        switchModel: () => choose(undefined),
      },
    [open, status, canRetry, route, choose],
  );
  return {
    chat,
    searchText: typed ?? (open === undefined ? question : open.unasked),
    setSearchText: setTyped,
    expanded,
  };
}

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(id)) after.add(id);
  return after;
}
