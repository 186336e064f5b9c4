import { useState } from "react";

/** Which row is selected, where Raycast is to go by itself, and what to do when it says that another row is selected. */
export type Selection = {
  selectedId: string | undefined;
  selectedItemId: string | undefined;
  onSelectionChange: (id: string | null) => void;
};

/**
 * Keeps the selection where the person put it, and on `defaultId` while they have not. A choice is for one moment of the
 * chat: with the next question or the next form, which change `moment`, the default holds again. What Raycast reports is
 * never told back to it: by then the person may be a row further, and the selection would jump back
 * (raycast/extensions#7928, #10844, #28295).
 */
export function useSelection(ids: readonly string[], defaultId: string | undefined, moment: string): Selection {
  const [chosen, setChosen] = useState<{ id: string; moment: string }>();
  const isHeld = chosen?.moment === moment && ids.includes(chosen.id);
  const selectedId = isHeld ? chosen.id : defaultId;

  const [told, setTold] = useState({ id: selectedId, moment });
  if (told.moment !== moment || (!isHeld && told.id !== selectedId)) setTold({ id: selectedId, moment });

  return {
    selectedId,
    selectedItemId: told.id,
    onSelectionChange: (id) => {
      if (id !== null && id !== selectedId) setChosen({ id, moment });
    },
  };
}
