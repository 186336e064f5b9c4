/** The port to the launcher, or to what stands in for it: a terminal, a test. */
export interface Host {
  /** The preferences as the launcher holds them, not yet parsed. */
  preferences(): unknown;
  /** The folder for Orbit's own data. */
  readonly supportFolder: string;
  /** The person's home folder. */
  readonly homeFolder: string;
  /** Opens a file, a folder or a link with the program that is set for it. */
  open(target: string): Promise<void>;
  /** Moves a file or folder to the system's Trash. */
  trash(path: string): Promise<void>;
  now(): Date;
  newId(): string;
}
