import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Panel, Toast } from "../../frame/frame";
import { movedIndex } from "../choices";
import { useSend } from "../host-context";
import { IconView } from "../icon";
import { OptionList, optionElement, type Option } from "../options";
import { entriesOf, matchingEntries, pageFilters, panelPage, selectedEntry, type ShownEntry } from "./panel-entries";
import "./action-panel.css";

interface ActionPanelProps {
  readonly screenKey: string;
  readonly panel: Panel | undefined;
  readonly toast: Toast | undefined;
  readonly path: readonly string[];
  readonly onPath: (path: readonly string[]) => void;
  readonly onClose: () => void;
}

const LIST_ID = "panel-entries";

/** The panel of ⌘K: all that can be done with what is selected, to search and choose from. */
export function ActionPanel({ screenKey, panel, toast, path, onPath, onClose }: ActionPanelProps) {
  const send = useSend();
  const [typed, setTyped] = useState("");
  const { panelRef, inputRef } = usePanelFocus(onClose);
  const { submenu, sections } = panelPage(panel, path, toast);
  const [chosen, setChosen] = useState(() => selectedEntry(entriesOf(sections), undefined)?.id);
  const menu = submenu?.submenu;
  const shown = pageFilters(menu) ? matchingEntries(sections, typed) : sections;
  const entries = entriesOf(shown);
  const selected = selectedEntry(entries, chosen);
  const isLoading = menu?.isLoading === true;

  // The command may change the actions under the panel. What was about to be chosen must not become another one.
  const isGone = submenu === undefined && chosen !== undefined && entriesOf(sections).every(({ id }) => id !== chosen);
  useLayoutEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);

  const type = (text: string) => {
    setTyped(text);
    setChosen(undefined);
    if (submenu !== undefined && menu?.listensToSearch === true)
      send({ type: "submenuSearch", screen: screenKey, id: submenu.id, text });
  };
  const go = (to: readonly string[]) => {
    if (typed !== "") type("");
    setChosen(to.length < path.length ? path.at(-1) : undefined);
    onPath(to);
  };
  const back = () => (submenu === undefined ? onClose() : go(path.slice(0, -1)));
  const choose = (entry: ShownEntry | undefined) => {
    if (entry === undefined) return;
    if (entry.kind === "toast") send({ type: "toast", action: entry.name });
    else send({ type: "action", screen: screenKey, id: entry.id });
    if (entry.kind === "action" && entry.entry.submenu !== undefined) go([...path, entry.id]);
    else onClose();
  };
  const doKey = (key: string): boolean => {
    const moved = movedIndex(selected === undefined ? -1 : entries.indexOf(selected), key, entries.length);
    const isInward = key === "ArrowRight" && selected?.kind === "action" && selected.entry.submenu !== undefined;
    const isOutward = (key === "ArrowLeft" || key === "Backspace") && submenu !== undefined;
    if (moved !== undefined) setChosen(entries[moved]?.id);
    else if (key === "Escape" || (isOutward && typed === "")) back();
    else if (key !== "Enter" && !(isInward && typed === "")) return key === "Tab";
    else choose(selected);
    return true;
  };
  // Keys with Command and the like are the window's, which knows all shortcuts.
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey && !event.isComposing;
    if (isPlain && doKey(event.key)) event.preventDefault();
  };

  const label = submenu?.title ?? (panel?.title === undefined || panel.title === "" ? "Actions" : panel.title);
  return (
    <div class="action-panel floating" role="dialog" aria-label={label} ref={panelRef}>
      {submenu !== undefined && (
        <button type="button" class="panel-back" tabIndex={-1} onClick={back}>
          <IconView icon={{ kind: "symbol", name: "chevron-left-16" }} />
          {submenu.title}
        </button>
      )}
      <OptionList
        id={LIST_ID}
        label={label}
        sections={shown.map((section) => ({ title: section.title, options: section.entries.map(optionOf) }))}
        selected={selected?.id}
        isLoading={isLoading}
        onHover={setChosen}
        onChoose={(id) => choose(entries.find((entry) => entry.id === id))}
      />
      <div class="panel-search">
        {isLoading && <div class="loading panel-loading" />}
        <input
          ref={inputRef}
          value={typed}
          placeholder={submenu === undefined ? "Search for actions…" : "Search…"}
          role="combobox"
          aria-label="Search for actions"
          aria-expanded
          aria-controls={LIST_ID}
          aria-activedescendant={selected === undefined ? undefined : optionElement(LIST_ID, selected.id)}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
    </div>
  );
}

function optionOf(entry: ShownEntry): Option {
  if (entry.kind === "toast") return { id: entry.id, title: entry.title, shortcuts: [entry.shortcut] };
  const { id, title, icon, shortcuts, isDestructive, submenu } = entry.entry;
  return { id, title, icon, shortcuts, isDestructive, mark: submenu === undefined ? undefined : "chevron-right-16" };
}

/** The input has the focus while the panel is open. A click outside closes it. */
function usePanelFocus(onClose: () => void) {
  const panelRef = useRef<HTMLDivElement>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    inputRef.current?.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && panelRef.current?.contains(target) === false) onClose();
    };
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  }, [onClose]);
  return { panelRef, inputRef };
}
