import { configDefaults, defineConfig } from "vitest/config";

// Page tests that take longer than all the others together: `npm run test:page` runs them, `npm test` the journey and
// the typing.
const PAGE_TESTS = "test/browser/{feedback,lists,security,views}.test.ts";

export default defineConfig({
  resolve: {
    // Raycast hands @raycast/api to a command when it runs; in tests a strict stand-in takes its place.
    alias: { "@raycast/api": `${import.meta.dirname}/test/host/api/index.ts` },
    dedupe: ["react"],
  },
  test: {
    include: ["test/**/*.test.{ts,tsx}"],
    exclude: [...configDefaults.exclude, ...(process.env["ORBIT_PAGE_TESTS"] === "all" ? [] : [PAGE_TESTS])],
    pool: "threads",
    // node:sqlite says in every process that it is experimental.
    execArgv: ["--disable-warning=ExperimentalWarning"],
  },
});
