import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/endpoints/*.test.ts"],
    reporters: ["verbose"],
    // Three tries of Orbit's have waits of four seconds between them.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // node:sqlite says in every process that it is experimental.
    execArgv: ["--disable-warning=ExperimentalWarning"],
  },
});
