import { useState } from "react";

/** Which row is selected, and what to do when Raycast says that it is another. */
export type Selection = { selectedId: string | undefined; onSelectionChange: (id: string | null) => void };

/**
 * Keeps the selection where the person put it, and on `defaultId` while they have not. A choice is for one moment of the
 * chat: with the next question or the next form, which change `moment`, the default holds again. What Raycast reports and
 * what it is told are the same value, so that the two never chase each other (raycast/extensions#7928).
 */
export function useSelection(ids: readonly string[], defaultId: string | undefined, moment: string): Selection {
  const [chosen, setChosen] = useState<{ id: string; moment: string }>();
  const isHeld = chosen?.moment === moment && ids.includes(chosen.id);
  const selectedId = isHeld ? chosen.id : defaultId;
  return {
    selectedId,
    onSelectionChange: (id) => {
      if (id !== null && id !== selectedId) setChosen({ id, moment });
    },
  };
}
