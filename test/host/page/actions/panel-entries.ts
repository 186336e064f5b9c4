import { isPressed } from "../../command/key-signs";
import type { Panel, PanelEntry, Submenu, Toast } from "../../frame/frame";
import { fitsTyped } from "../choices";
import type { KeyStroke } from "../keyboard/key-name";

/** What the panel shows at one level, as it is drawn. */
export interface PanelPage {
  /** Of the submenu; absent at the top. */
  readonly submenu?: PanelEntry;
  readonly sections: readonly ShownSection[];
}

export interface ShownSection {
  readonly title: string;
  readonly entries: readonly ShownEntry[];
}

/** An entry of the command, or one of the toast that is up. */
export type ShownEntry =
  | { readonly kind: "action"; readonly id: string; readonly entry: PanelEntry }
  | {
      readonly kind: "toast";
      readonly id: string;
      readonly name: "primary" | "secondary";
      readonly title: string;
      readonly shortcut: readonly string[];
    };

/**
 * The sections at the end of a path of submenus. Where one of them has gone, those above it are what shows. The
 * toast's actions come last, at the top level.
 */
export function panelPage(panel: Panel | undefined, path: readonly string[], toast: Toast | undefined): PanelPage {
  let sections = panel?.sections ?? [];
  let submenu: PanelEntry | undefined;
  for (const id of path) {
    const entry = entriesOf(sections).find((candidate) => candidate.id === id);
    if (entry?.submenu === undefined) break;
    submenu = entry;
    sections = entry.submenu.sections;
  }
  const shown = sections.map(({ title, entries }) => ({ title, entries: entries.map(shownAction) }));
  return submenu === undefined ? { sections: [...shown, ...toastSection(toast)] } : { submenu, sections: shown };
}

/** The entries of all sections. */
export const entriesOf = <T>(sections: readonly { readonly entries: readonly T[] }[]): T[] =>
  sections.flatMap(({ entries }) => entries);

const shownAction = (entry: PanelEntry): ShownEntry => ({ kind: "action", id: entry.id, entry });

function toastSection(toast: Toast | undefined): ShownSection[] {
  if (toast === undefined) return [];
  const { primaryAction, secondaryAction } = toast;
  const entries = [
    ...(primaryAction === undefined ? [] : [{ ...primaryAction, name: "primary" as const }]),
    ...(secondaryAction === undefined ? [] : [{ ...secondaryAction, name: "secondary" as const }]),
  ];
  if (entries.length === 0) return [];
  return [
    { title: toast.title, entries: entries.map((entry) => ({ kind: "toast", id: `toast ${entry.name}`, ...entry })) },
  ];
}

/** The submenu that a key opens: the panel then shows it. */
export function submenuFor(panel: Panel | undefined, stroke: KeyStroke): PanelEntry | undefined {
  return entriesOf(panel?.sections ?? []).find(
    ({ submenu, shortcuts }) => submenu !== undefined && shortcuts.some((keys) => isPressed(keys, stroke)),
  );
}

/** The entries whose title has each word that was typed. */
export function matchingEntries(sections: readonly ShownSection[], typed: string): readonly ShownSection[] {
  if (typed.trim() === "") return sections;
  const fits = (entry: ShownEntry) => fitsTyped(typed, [titleOf(entry)]);
  return sections
    .map((section) => ({ ...section, entries: section.entries.filter(fits) }))
    .filter(({ entries }) => entries.length > 0);
}

/** An entry's words. */
export const titleOf = (entry: ShownEntry): string => (entry.kind === "toast" ? entry.title : entry.entry.title);

/** Whether the page itself filters a level: not where the command does. */
export const pageFilters = (submenu: Submenu | undefined): boolean => submenu === undefined || submenu.filters;

/** The selected entry: the one that was chosen while it is there, else the one that wants the focus, else the first. */
export function selectedEntry(entries: readonly ShownEntry[], chosen: string | undefined): ShownEntry | undefined {
  return (
    entries.find(({ id }) => id === chosen) ??
    entries.find((entry) => entry.kind === "action" && entry.entry.isAutoFocused) ??
    entries[0]
  );
}
