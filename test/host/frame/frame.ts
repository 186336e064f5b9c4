/**
 * What the page is told: everything that a person sees, as plain data. The page draws it and decides nothing; what the
 * person does goes back as a deed (deed.ts).
 */

/** All that the page shows at one moment. */
export interface Frame {
  readonly appearance: Appearance;
  /** Closed, the desktop shows and waits to be asked for the window again. */
  readonly isWindowOpen: boolean;
  /** The number of the last deed of each page that this frame shows the outcome of, under the page's id. */
  readonly acks: Readonly<Record<string, number>>;
  /** What is in the window: Raycast's own search, or a command. */
  readonly stage: Stage;
  /** A message that shows for a moment, over the desktop as well. The number tells a new one from the same again. */
  readonly hud?: { readonly number: number; readonly title: string };
  /** The menu-bar commands that are on. */
  readonly menuBar: readonly MenuBarEntry[];
  /** What left the window for the Mac, oldest first; at most the last hundred. */
  readonly journal: readonly JournalEntry[];
  /** The heap of the command's worker. Absent while none runs. */
  readonly heap?: { readonly usedBytes: number; readonly limitBytes: number };
  /** Who answers, such as "Scripted model". */
  readonly model: string;
}

export type Appearance = "light" | "dark";

/** The inside of the window. */
export interface Stage {
  /** The command's title and icon, for the footer. */
  readonly title: string;
  readonly icon?: Icon;
  /** Raycast's own search has no way back. */
  readonly canGoBack: boolean;
  /** The keys of all screens that are mounted, the one on top last. */
  readonly screenKeys: readonly string[];
  /** The screen on top; absent while the command has drawn nothing yet, and when it crashed. */
  readonly screen?: Screen;
  /** The command ended with an error. */
  readonly crash?: Crash;
  readonly toast?: Toast;
  readonly alert?: Alert;
}

/** Why a command ended. */
export interface Crash {
  readonly title: string;
  readonly message: string;
  /** Where it happened, with the paths of the machine left as they are: it is shown to the developer alone. */
  readonly stack: string;
}

/** One view with its actions. */
export type Screen = ListScreen | GridScreen | DetailScreen | FormScreen;

interface AnyScreen {
  /** Its own for as long as it is mounted. */
  readonly key: string;
  readonly navigationTitle: string;
  readonly isLoading: boolean;
  /** Absent where there are no actions. */
  readonly panel?: Panel;
}

/** The bar with the input. */
export interface SearchBar {
  readonly text: string;
  readonly placeholder: string;
  readonly dropdown?: Dropdown;
}

/** A drop-down, of a search bar or of a form. */
export interface Dropdown {
  readonly tooltip: string;
  readonly placeholder: string;
  readonly value: string;
  readonly isLoading: boolean;
  readonly sections: readonly ChoiceSection[];
  /** The command is told what is typed into it (and may filter by itself). */
  readonly listensToSearch: boolean;
  /** The page filters by what is typed. */
  readonly filters: boolean;
}

export interface ChoiceSection {
  readonly title: string;
  readonly choices: readonly Choice[];
}

export interface Choice {
  readonly value: string;
  readonly title: string;
  readonly icon?: Icon;
  readonly keywords: readonly string[];
}

export interface ListScreen extends AnyScreen {
  readonly kind: "list";
  readonly searchBar: SearchBar;
  readonly isShowingDetail: boolean;
  readonly sections: readonly Section<Item>[];
  readonly selectedId?: string;
  /** Beside the selected row. */
  readonly detail?: DetailBody;
  readonly emptyView?: EmptyView;
  readonly hasMore: boolean;
}

export interface Section<T> {
  readonly key: string;
  readonly title: string;
  readonly subtitle: string;
  readonly items: readonly T[];
}

/** A row of a list. */
export interface Item {
  readonly id: string;
  readonly title: string;
  readonly titleTooltip?: string;
  readonly subtitle: string;
  readonly subtitleTooltip?: string;
  readonly icon?: Icon;
  readonly iconTooltip?: string;
  readonly accessories: readonly Accessory[];
}

/** What stands at the right end of a row. A tag has a ground of its own. */
export interface Accessory {
  readonly icon?: Icon;
  readonly text?: string;
  readonly colour?: Colour;
  readonly isTag: boolean;
  readonly tooltip?: string;
}

export interface EmptyView {
  readonly icon?: Icon;
  readonly title: string;
  readonly description: string;
}

export interface GridScreen extends AnyScreen {
  readonly kind: "grid";
  readonly searchBar: SearchBar;
  readonly sections: readonly GridSection[];
  readonly selectedId?: string;
  readonly emptyView?: EmptyView;
  readonly hasMore: boolean;
}

/** A section with the shape of its cells. */
export interface GridSection extends Section<GridItem> {
  readonly columns: number;
  /** Width by height, such as 1.5. */
  readonly aspectRatio: number;
  readonly fit: "contain" | "fill";
  readonly inset: "none" | "small" | "medium" | "large";
}

export interface GridItem {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly content: Icon | { readonly kind: "colour"; readonly colour: Colour };
  readonly tooltip?: string;
  readonly accessory?: Accessory;
}

export interface DetailScreen extends AnyScreen {
  readonly kind: "detail";
  readonly body: DetailBody;
}

/** Markdown and metadata. */
export interface DetailBody {
  readonly isLoading: boolean;
  /** The blocks of the Markdown as safe HTML: while an answer streams, only the last ones change. */
  readonly blocks: readonly string[];
  readonly metadata: readonly MetadataRow[];
}

export type MetadataRow =
  | {
      readonly kind: "label";
      readonly title: string;
      readonly text: string;
      readonly colour?: Colour;
      readonly icon?: Icon;
    }
  | { readonly kind: "link"; readonly title: string; readonly text: string; readonly target: string }
  | { readonly kind: "tags"; readonly title: string; readonly tags: readonly Tag[] }
  | { readonly kind: "separator" };

export interface Tag {
  readonly id: string;
  readonly text: string;
  readonly icon?: Icon;
  readonly colour?: Colour;
  /** It can be clicked. */
  readonly hasAction: boolean;
}

export interface FormScreen extends AnyScreen {
  readonly kind: "form";
  readonly rows: readonly FormRow[];
  /** The field that has the focus. */
  readonly focusedId?: string;
  readonly link?: { readonly text: string; readonly target: string };
}

export type FormRow =
  | Field
  | { readonly kind: "description"; readonly title: string; readonly text: string }
  | { readonly kind: "separator" };

interface AnyField {
  readonly id: string;
  readonly title: string;
  readonly info?: string;
  readonly error?: string;
}

export type Field = AnyField &
  (
    | {
        readonly kind: "text" | "password" | "multiline";
        readonly value: string;
        readonly placeholder: string;
        /** A multiline field with the keys for Markdown. */
        readonly isMarkdown: boolean;
      }
    | { readonly kind: "checkbox"; readonly label: string; readonly value: boolean }
    | {
        readonly kind: "date";
        /** In ISO form; empty for none. */
        readonly value: string;
        readonly hasTime: boolean;
        readonly min?: string;
        readonly max?: string;
      }
    | { readonly kind: "dropdown"; readonly dropdown: Dropdown }
    | {
        readonly kind: "tags";
        readonly value: readonly string[];
        readonly placeholder: string;
        readonly choices: readonly Choice[];
      }
    | {
        readonly kind: "files";
        readonly value: readonly string[];
        readonly canChooseFiles: boolean;
        readonly canChooseFolders: boolean;
        readonly isMultiple: boolean;
      }
  );

/** The actions for what is selected. */
export interface Panel {
  readonly title: string;
  readonly sections: readonly PanelSection[];
}

export interface PanelSection {
  readonly title: string;
  readonly entries: readonly PanelEntry[];
}

/** An action, or a submenu of actions. */
export interface PanelEntry {
  readonly id: string;
  readonly title: string;
  readonly icon?: Icon;
  readonly isDestructive: boolean;
  /** Such as [["↵"], ["⌘", "N"]]: an entry may have a key by its place and one of its own. */
  readonly shortcuts: readonly (readonly string[])[];
  /** The panel opens with this one selected. */
  readonly isAutoFocused: boolean;
  readonly submenu?: Submenu;
}

export interface Submenu {
  readonly sections: readonly PanelSection[];
  readonly isLoading: boolean;
  readonly listensToSearch: boolean;
  readonly filters: boolean;
}

export interface Toast {
  readonly style: "success" | "failure" | "animated";
  readonly title: string;
  readonly message: string;
  readonly primaryAction?: ToastAction;
  readonly secondaryAction?: ToastAction;
}

export interface ToastAction {
  readonly title: string;
  /** Such as ["⌘", "T"]. */
  readonly shortcut: readonly string[];
}

export interface Alert {
  readonly icon?: Icon;
  readonly title: string;
  readonly message: string;
  readonly primary: { readonly title: string; readonly isDestructive: boolean };
  readonly dismiss: { readonly title: string };
}

/** One menu-bar command. */
export interface MenuBarEntry {
  readonly command: string;
  readonly title: string;
  readonly icon?: Icon;
  readonly tooltip: string;
  readonly isLoading: boolean;
  readonly sections: readonly MenuSection[];
}

export interface MenuSection {
  readonly title: string;
  readonly entries: readonly MenuEntry[];
}

export interface MenuEntry {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly icon?: Icon;
  readonly tooltip: string;
  readonly shortcut: readonly string[];
  /** A row that does nothing is drawn grey. */
  readonly isEnabled: boolean;
  readonly submenu?: readonly MenuSection[];
}

/** Something that a Mac would have done. */
export interface JournalEntry {
  readonly number: number;
  /** Such as "Opened ~/Documents/plan.pdf". */
  readonly text: string;
  /** Where the page finds what was opened, where it may be looked at. */
  readonly href?: string;
}

/** A picture, drawn by the page. */
export type Icon = { readonly tint?: Colour; readonly mask?: "circle" | "roundedRectangle" } & (
  | { readonly kind: "symbol"; /** Raycast's name, such as "add-person-16". */ readonly name: string }
  /** `source` is an address of the page's own server, or a data: address. */
  | { readonly kind: "image"; readonly source: string }
  | { readonly kind: "emoji"; readonly text: string }
  /** The icon that the Finder has for a file of this kind. `extension` is in lower case, without the dot. */
  | { readonly kind: "file"; readonly extension: string; readonly isFolder: boolean }
);

/** A CSS colour, or one of Raycast's as a custom property, such as "var(--red)". */
export type Colour = string;
