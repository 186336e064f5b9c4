import type { Screen } from "../../frame/frame";
import type { InputState, KeyPlace } from "../keyboard/key-route";

/** Where the keys go, by what is on top and what has the focus. */
export function keyPlace(screen: Screen | undefined, isPopoverOpen: boolean): KeyPlace {
  const input = inputState(document.activeElement);
  if (isPopoverOpen || screen?.kind === "form") return { kind: "fields", input };
  if (screen === undefined || screen.kind === "detail") return { kind: "reading", input };
  return {
    kind: "search",
    isGrid: screen.kind === "grid",
    hasDropdown: screen.searchBar.dropdown !== undefined,
    input,
  };
}

function inputState(element: Element | null): InputState {
  if (!isTextElement(element))
    return { hasSelection: document.getSelection()?.isCollapsed === false, isCaretAtEnd: true };
  const { selectionStart, selectionEnd, value } = element;
  return { hasSelection: selectionStart !== selectionEnd, isCaretAtEnd: selectionStart === value.length };
}

const isTextElement = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/** Gives the focus to the search bar on top, where nothing that can be typed into has it. */
export function focusSearch(): void {
  if (isTextElement(document.activeElement)) return;
  const input = document.querySelector(".screen:not(.is-below) .search-input");
  if (input instanceof HTMLElement) input.focus({ preventScroll: true });
}
