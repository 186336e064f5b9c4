import { useState } from "react";

/**
 * Where Raycast is to put the selection: on the first row for each text that is typed, as soon as there is one. By itself
 * it stays with a row of before (raycast/extensions#8446, #28295). What comes later to the same text moves nothing, since
 * the person may have gone on to another row. Undefined while nothing is typed.
 */
export function useFirstMatch(query: string, firstId: string | undefined): string | undefined {
  const [told, setTold] = useState<{ query: string; id: string | undefined }>({ query, id: undefined });
  const isNews = told.query !== query || (told.id === undefined && firstId !== undefined && query !== "");
  if (isNews) setTold({ query, id: query === "" ? undefined : firstId });
  return told.id;
}
