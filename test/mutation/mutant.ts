/** One line of the code, broken in a way that must not go unnoticed. */
export type Mutant = {
  /** What is broken, in words. */
  name: string;
  /** From `src`. */
  file: string;
  /** Occurs once in the file. */
  find: string;
  replace: string;
  /** The test files of which one must fail, from `test`. */
  tests: readonly string[];
};
