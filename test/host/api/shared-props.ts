/** The props that a list and a grid have in common. */
export const COLLECTION = {
  actions: "actions",
  children: "children",
  navigationTitle: "optional",
  isLoading: "optional",
  filtering: "optional",
  throttle: "optional",
  pagination: "optional",
  searchText: "optional",
  searchBarPlaceholder: "optional",
  searchBarAccessory: "dropdown",
  selectedItemId: "optional",
  onSearchTextChange: "optional",
  onSelectionChange: "optional",
} as const;

/** The props of what an empty one says. */
export const EMPTY_VIEW = { icon: "optional", title: "optional", description: "optional", actions: "actions" } as const;

/** The props that the drop-downs of a search bar and of a form have in common. */
export const DROPDOWN = {
  placeholder: "optional",
  storeValue: "optional",
  value: "optional",
  defaultValue: "optional",
  filtering: "optional",
  isLoading: "optional",
  throttle: "optional",
  onSearchTextChange: "optional",
  onChange: "optional",
  children: "children",
} as const;

/** The props of what can be chosen in a drop-down. */
export const CHOICE = { value: "required", title: "required", icon: "optional", keywords: "optional" } as const;

/** The props of a section that has a title alone. */
export const SECTION = { title: "optional", children: "children" } as const;
