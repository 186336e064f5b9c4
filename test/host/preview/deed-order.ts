/** How far each page's deeds have come. */
export interface DeedOrder {
  /** The number of each page's last deed whose outcome can be seen, under the page's id. */
  readonly acks: Readonly<Record<string, number>>;
  /** Whether a deed is new: one that came before is not done again. */
  isNew(page: string, number: number): boolean;
  /** The preview host itself has done the deed. */
  done(page: string, number: number): void;
  /** The command was given the deed, and will tell when it is done. */
  given(page: string, number: number): void;
  /** The command told how far it came. */
  told(acks: Readonly<Record<string, number>>): void;
  /** The command is gone and will tell nothing more. */
  settle(): void;
}

interface PageDeeds {
  seen: number;
  /** The last deed that the command was given, and the last that it told of. */
  given: number;
  told: number;
  ack: number;
}

/**
 * Keeps deeds in order. What the preview host does by itself is not acknowledged before what the command was given
 * earlier: the page would take the text that stands in the frame for the outcome of keys that are still on their way.
 */
export function deedOrder(): DeedOrder {
  const pages = new Map<string, PageDeeds>();

  function of(page: string): PageDeeds {
    const known = pages.get(page) ?? { seen: 0, given: 0, told: 0, ack: 0 };
    pages.set(page, known);
    return known;
  }
  function acknowledge(deeds: PageDeeds): void {
    deeds.ack = Math.max(deeds.ack, deeds.told < deeds.given ? deeds.told : deeds.seen);
  }

  return {
    get acks() {
      return Object.fromEntries([...pages].map(([page, { ack }]) => [page, ack]));
    },
    isNew: (page, number) => number > of(page).seen,
    done(page, number) {
      const deeds = of(page);
      deeds.seen = number;
      acknowledge(deeds);
    },
    given(page, number) {
      const deeds = of(page);
      deeds.seen = deeds.given = number;
    },
    told(acks) {
      for (const [page, number] of Object.entries(acks)) {
        const deeds = of(page);
        deeds.told = number;
        acknowledge(deeds);
      }
    },
    settle() {
      for (const deeds of pages.values()) {
        deeds.told = deeds.given;
        acknowledge(deeds);
      }
    },
  };
}
