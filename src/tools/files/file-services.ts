import type { Host } from "../../agent/ports/host";

/** Where the two Spotlight programs are. */
export type SpotlightPrograms = { mdfind: string; mdutil: string };

/** What the file tools are handed. */
export type FileServices = {
  /** The person's home folder, absolute. */
  homeFolder: string;
  host: Pick<Host, "open" | "trash" | "now">;
  platform: NodeJS.Platform;
  /** The zone that the person's clock is set to, such as "Europe/Berlin". */
  timeZone(): string;
  /** macOS's own where it is left out. */
  programs?: SpotlightPrograms;
};
