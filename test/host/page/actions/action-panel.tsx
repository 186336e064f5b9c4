import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Panel, Toast } from "../../frame/frame";
import { movedIndex } from "../choices";
import { useSend } from "../host-context";
import { IconView } from "../icon";
import { matchingEntries, pageFilters, panelPage, selectedEntry, type ShownEntry } from "./panel-entries";
import { PanelRow, panelRowId } from "./panel-row";
import "./action-panel.css";

interface ActionPanelProps {
  readonly screenKey: string;
  readonly panel: Panel | undefined;
  readonly toast: Toast | undefined;
  readonly path: readonly string[];
  readonly onPath: (path: readonly string[]) => void;
  readonly onClose: () => void;
}

/** The panel of ⌘K: all that can be done with what is selected, to search and choose from. */
export function ActionPanel({ screenKey, panel, toast, path, onPath, onClose }: ActionPanelProps) {
  const send = useSend();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<string>();
  const { panelRef, inputRef } = usePanelFocus(onClose);
  const { submenu, sections } = panelPage(panel, path, toast);
  const menu = submenu?.submenu;
  const shown = pageFilters(menu) ? matchingEntries(sections, typed) : sections;
  const entries = shown.flatMap((section) => section.entries);
  const selected = selectedEntry(entries, chosen);

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
  const choose = (entry: ShownEntry) => {
    if (entry.kind === "toast") send({ type: "toast", action: entry.name });
    else send({ type: "action", screen: screenKey, id: entry.id });
    if (entry.kind === "action" && entry.entry.submenu !== undefined) go([...path, entry.id]);
    else onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey;
    const isEmpty = typed === "";
    const moved = isPlain
      ? movedIndex(selected === undefined ? -1 : entries.indexOf(selected), event.key, entries.length)
      : undefined;
    const isSubmenu = selected?.kind === "action" && selected.entry.submenu !== undefined;
    if (moved !== undefined) setChosen(entries[moved]?.id);
    else if (!isPlain) return;
    else if (event.key === "Escape") back();
    else if (event.key === "Enter" || (event.key === "ArrowRight" && isEmpty && isSubmenu)) {
      if (selected !== undefined) choose(selected);
    } else if ((event.key === "ArrowLeft" || event.key === "Backspace") && isEmpty && submenu !== undefined) back();
    else if (event.key !== "Tab") return;
    event.preventDefault();
  };

  const label = submenu?.title ?? (panel?.title === undefined || panel.title === "" ? "Actions" : panel.title);
  return (
    <div class="action-panel" role="dialog" aria-label={label} ref={panelRef} onMouseDown={keepFocus}>
      {submenu !== undefined && (
        <button type="button" class="panel-back" tabIndex={-1} onClick={back}>
          <IconView icon={{ kind: "symbol", name: "chevron-left-16" }} />
          {submenu.title}
        </button>
      )}
      <div class="panel-entries" role="listbox" id="panel-entries" aria-label={label}>
        {shown.map((section, index) => (
          <div key={index} class="panel-section" role="group" aria-label={section.title}>
            {section.title !== "" && <div class="panel-section-title">{section.title}</div>}
            {section.entries.map((entry) => (
              <PanelRow
                key={entry.id}
                entry={entry}
                isSelected={entry === selected}
                onHover={() => setChosen(entry.id)}
                onChoose={() => choose(entry)}
              />
            ))}
          </div>
        ))}
        {entries.length === 0 && <div class="panel-none">{menu?.isLoading === true ? "Loading…" : "No results"}</div>}
      </div>
      <div class={`panel-search${menu?.isLoading === true ? " is-loading" : ""}`}>
        <input
          ref={inputRef}
          value={typed}
          placeholder={submenu === undefined ? "Search for actions…" : "Search…"}
          role="combobox"
          aria-label="Search for actions"
          aria-expanded
          aria-controls="panel-entries"
          aria-activedescendant={selected === undefined ? undefined : panelRowId(selected.id)}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
    </div>
  );
}

/** A click in the panel leaves the focus in its input. */
const keepFocus = (event: MouseEvent) => {
  if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
};

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
