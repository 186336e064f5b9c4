import raycast from "@raycast/eslint-config";
import { defineConfig } from "eslint/config";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

export default defineConfig([
  // The peers of the bench import packages that are installed only for it; it checks their types itself.
  { ignores: ["dist/", "coverage/", "raycast-env.d.ts", "test/bench-sdk/peers/"] },
  { linterOptions: { reportUnusedDisableDirectives: "error", reportUnusedInlineConfigs: "error" } },
  ...raycast,
  // The scripts that run before anything is installed are CommonJS, the one format every Node reads without a word.
  {
    files: ["**/*.cjs", "scripts/better-sqlite3/*.js"],
    languageOptions: { sourceType: "commonjs" },
    rules: { "@typescript-eslint/no-require-imports": "off" },
  },
  {
    files: ["{src,test}/**/*.{ts,tsx}"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      // `import { z }` keeps every locale of zod in the bundle: 454 kB instead of 85.
      "no-restricted-syntax": [
        "error",
        {
          selector: "ImportDeclaration[source.value='zod'] ImportSpecifier[imported.name='z']",
          message: 'Write import * as z from "zod".',
        },
      ],
    },
  },
  // Elsewhere there is no React, and looking for it takes long.
  {
    files: ["src/commands/**/*.{ts,tsx}", "src/*.tsx", "test/{commands,host}/**/*.{ts,tsx}"],
    extends: [reactHooks.configs.flat["recommended-latest"]],
  },
]);
