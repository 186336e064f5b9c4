/** Raycast's window, which pages look at. */
export interface WindowPolicy {
  readonly isOpen: boolean;
  open(): void;
  close(): void;
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
  let timer: NodeJS.Timeout | undefined;

  function changed(): void {
    clearTimeout(timer);
    if (isOpen && connections.size > 0) return;
    timer = setTimeout(popToRoot, popToRootMs);
    timer.unref();
  }
  function set(open: boolean): void {
    isOpen = open;
    changed();
  }

  return {
    get isOpen() {
      return isOpen;
    },
    open: () => set(true),
    close: () => set(false),
    pageCame(page) {
      const connection = Symbol(page);
      connections.add(connection);
      if (!known.has(page)) isOpen = true;
      known.add(page);
      changed();
      return () => {
        if (connections.delete(connection)) changed();
      };
    },
    stop: () => clearTimeout(timer),
  };
}
