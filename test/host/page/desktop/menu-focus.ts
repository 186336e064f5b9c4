/** Moves the focus among the rows of the innermost menu that has it; over the end it goes on at the start. */
export function focusNeighbour(menu: HTMLElement, step: 1 | -1): void {
  const rows = rowsOf(menu);
  const index = rows.findIndex(
    (row) => row === document.activeElement || row.parentElement?.contains(document.activeElement),
  );
  const from = index === -1 && step === -1 ? 0 : index;
  rows[(from + step + rows.length) % rows.length]?.focus();
}

/** Gives the focus to the first row of a submenu. */
export const focusFirst = (menu: Element | null): void => {
  if (menu instanceof HTMLElement) rowsOf(menu)[0]?.focus();
};

function rowsOf(menu: HTMLElement): HTMLElement[] {
  const rows = [...menu.querySelectorAll<HTMLElement>(".menu-row:not([aria-disabled=true])")];
  return rows.filter((row) => row.closest(".menu") === menu);
}
