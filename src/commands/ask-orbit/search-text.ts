import { createContext } from "react";

/** What stands in the search bar. Apart from the chat, so that typing draws the Ask actions again and not every row. */
export const SearchText = createContext("");
