import { configDefaults, defineConfig } from "vitest/config";

// Page tests that take longer than all the others together: `npm run test:page` runs them, `npm test` the journey and
// the typing.
const PAGE_TESTS = "test/browser/{feedback,lists,security,views}.test.ts";
const skipped = process.env["ORBIT_PAGE_TESTS"] === "all" ? [] : [PAGE_TESTS];

/** Needs servers of others, from packages of its own: `npm run test:endpoints`. */
const ENDPOINTS = "test/endpoints/**";

/** Replaces Node's file system before the tools import it, so no other test may have imported them. */
const MOCKING = "test/tools/files/denied.test.ts";

export default defineConfig({
  resolve: {
    // Raycast hands @raycast/api to a command when it runs; in tests a strict stand-in takes its place.
    alias: { "@raycast/api": `${import.meta.dirname}/test/host/api/index.ts` },
    dedupe: ["react"],
  },
  test: {
    pool: "threads",
    // While one page test waits for the browser, the others go on.
    maxWorkers: 2,
    // node:sqlite says in every process that it is experimental.
    execArgv: ["--disable-warning=ExperimentalWarning"],
    projects: [
      {
        extends: true,
        test: {
          name: "all",
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: [...configDefaults.exclude, ...skipped, ENDPOINTS, MOCKING],
          // Loading the modules anew for each of 180 files takes half a minute.
          isolate: false,
        },
      },
      { extends: true, test: { name: "mocking", include: [MOCKING] } },
    ],
  },
});
