/** How much text of each kind a model gets: characters, or items of a list. */
export const TEXT_LIMITS = {
  /** One tool result; room for the longest passage of a file with its header and notes. */
  toolResult: 45_000,
  /** A passage of a file, where the model names no length. */
  fileContent: 20_000,
  /** The longest passage of a file that the model may ask for. */
  longestFileContent: 40_000,
  mailBody: 4_000,
  noteContent: 20_000,
  /** Items of a search or a list. A card may show more. */
  listItems: 20,
  /** Text that was selected in another program. */
  selectedText: 4_000,
  /** Paths that were selected in Finder. */
  selectionPaths: 50,
  /** A value on one line, such as a name or a title. */
  inlineValue: 300,
  inlinePath: 1_000,
} as const;
