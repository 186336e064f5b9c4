import { createContext, useContext } from "react";
import type * as Raycast from "@raycast/api";

/** Who pushes and pops; the session provides it. Without a session there is nobody, which is an error. */
export const NavigationContext = createContext<Raycast.Navigation | undefined>(undefined);

/** Pushes a view over the current one, and pops it. */
export function useNavigation(): Raycast.Navigation {
  const navigation = useContext(NavigationContext);
  if (!navigation) throw new Error("useNavigation was called outside of a launched command.");
  return navigation;
}
