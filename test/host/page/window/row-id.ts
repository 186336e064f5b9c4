/** The element of a row, which the search bar names as the active one. Without spaces, which would make two of it. */
export const rowId = (screenKey: string, id: string): string => `row ${screenKey} ${id}`.replace(/\s/g, "·");

/** The element that holds the rows of a screen. */
export const rowsId = (screenKey: string): string => `rows ${screenKey}`.replace(/\s/g, "·");
