import type { GridScreen, ListScreen } from "../../frame/frame";
import { DropdownView } from "../dropdown";
import { useSend } from "../host-context";
import { TypedInput } from "../typed-input";
import { rowId, rowsId } from "./row-id";

interface SearchBarProps {
  readonly screen: ListScreen | GridScreen;
  readonly isDropdownOpen: boolean;
  readonly onDropdownOpenChange: (isOpen: boolean) => void;
}

/** The input of a list or a grid, with its drop-down. */
export function SearchBarView({ screen, isDropdownOpen, onDropdownOpenChange }: SearchBarProps) {
  const send = useSend();
  const { key, searchBar, selectedId } = screen;
  return (
    <>
      <TypedInput
        class="search-input"
        role="combobox"
        aria-label={searchBar.placeholder === "" ? "Search" : searchBar.placeholder}
        aria-expanded
        aria-controls={rowsId(key)}
        aria-activedescendant={selectedId === undefined ? undefined : rowId(key, selectedId)}
        placeholder={searchBar.placeholder}
        text={searchBar.text}
        onType={(text, was) => send({ type: "search", screen: key, text, was })}
      />
      {searchBar.dropdown !== undefined && (
        <DropdownView
          dropdown={searchBar.dropdown}
          isOpen={isDropdownOpen}
          onOpenChange={onDropdownOpenChange}
          onChoose={(value) => send({ type: "dropdown", screen: key, value })}
          onSearch={(text) => send({ type: "dropdownSearch", screen: key, text })}
        />
      )}
    </>
  );
}
