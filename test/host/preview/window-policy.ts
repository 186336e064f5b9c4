import type { PopToRootType } from "@raycast/api";

/** Raycast's window, which pages look at. */
export interface WindowPolicy {
  readonly isOpen: boolean;
  open(): void;
  /** Closes it, and leaves what is in it at once, after a while or not at all. */
  close(popToRootType?: `${PopToRootType}`): void;
  /** A page looks on, until the returned function is called. A new one opens the window. */
  pageCame(page: string): () => void;
  /** Nothing happens any more. */
  stop(): void;
}

/**
 * Opens and closes the window. As in Raycast, what is in it is left for the root search when nobody has seen it for a
 * while; a page that was away for less finds everything as it was.
 */
export function windowPolicy(popToRootMs: number, popToRoot: () => void): WindowPolicy {
  const known = new Set<string>();
  // A page that connects again may be here twice for a moment.
  const connections = new Set<symbol>();
  let isOpen = true;
  // How it was closed. An open one that nobody looks at is as one that was closed without a word.
  let closing: `${PopToRootType}` = "default";
  let timer: NodeJS.Timeout | undefined;

  function changed(): void {
    clearTimeout(timer);
    if ((isOpen && connections.size > 0) || closing === "suspended") return;
    // At once is soon: what the command says in the same breath, such as a text to paste, still comes through.
    timer = setTimeout(pop, closing === "immediate" ? 0 : popToRootMs);
    timer.unref();
  }
  function pop(): void {
    // What comes into the window after that is not meant.
    closing = "default";
    popToRoot();
  }
  function open(): void {
    isOpen = true;
    closing = "default";
    changed();
  }

  return {
    get isOpen() {
      return isOpen;
    },
    open,
    close(popToRootType = "default") {
      // Closed already, it is as it was told to be.
      if (!isOpen && popToRootType === "default") return;
      isOpen = false;
      closing = popToRootType;
      changed();
    },
    pageCame(page) {
      const connection = Symbol(page);
      connections.add(connection);
      if (known.has(page)) changed();
      else open();
      known.add(page);
      return () => {
        if (connections.delete(connection)) changed();
      };
    },
    stop: () => clearTimeout(timer),
  };
}
