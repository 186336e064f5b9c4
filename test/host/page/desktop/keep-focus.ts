/** What a click may give the focus to: fields, and text to select or scroll. */
const TAKERS = 'input, textarea, label, [tabindex="0"], .window button:not([tabindex="-1"]), .markdown, .selectable';

/** A click on anything else leaves the focus where it is: in the search bar, as a rule. */
export function keepFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest(TAKERS) === null) event.preventDefault();
}
