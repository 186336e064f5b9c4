import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    // Raycast hands @raycast/api to a command when it runs; in tests a strict stand-in takes its place.
    alias: { "@raycast/api": `${import.meta.dirname}/test/host/api/index.ts` },
    dedupe: ["react"],
  },
  test: {
    include: ["test/**/*.test.{ts,tsx}"],
    pool: "threads",
    // node:sqlite says in every process that it is experimental.
    execArgv: ["--disable-warning=ExperimentalWarning"],
  },
});
