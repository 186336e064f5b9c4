import type { Appearance, Icon } from "./frame";

/** What the frame of a command depends on besides the command itself. */
export interface Look {
  /** The command's title. */
  readonly title: string;
  readonly icon?: Icon;
  /** Whether the first screen has a way back. */
  readonly canGoBack: boolean;
  readonly appearance: Appearance;
  /** Where the extension's own pictures lie. */
  readonly assetsFolder: string;
  /** Under which address the page may load a file. Give the same function each time: rendered Markdown is kept by it. */
  readonly fileAddress: (path: string) => string;
  readonly now: () => Date;
}
