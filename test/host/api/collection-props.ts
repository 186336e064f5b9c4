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
