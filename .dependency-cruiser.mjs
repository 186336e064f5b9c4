// The arrows of docs/architecture.md. What a folder of src/ may import of src/, itself included; any other arrow fails.
const LAYERS = {
  agent: ["src/agent/"],
  providers: ["src/agent/", "src/providers/"],
  tools: ["src/agent/", "src/tools/"],
  store: ["src/agent/", "src/store/"],
  models: ["src/agent/", "src/providers/", "src/store/", "src/settings\\.ts$", "src/models/"],
  commands: ["src/agent/", "src/[^/]+\\.ts$", "src/models/", "src/commands/"],
  cli: ["src/agent/", "src/[^/]+\\.ts$", "src/models/", "src/cli/"],
};

const layerRules = Object.entries(LAYERS).map(([folder, allowed]) => ({
  name: `${folder}-imports`,
  severity: "error",
  comment: `src/${folder} may import only ${allowed.join(", ")}`,
  from: { path: `^src/${folder}/` },
  to: { path: "^src/", pathNot: `^(${allowed.join("|")})` },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...layerRules,
    {
      name: "compose-imports",
      severity: "error",
      comment: "The root files put the parts together below the commands and the CLI, and know neither.",
      from: { path: "^src/[^/]+\\.ts$" },
      to: { path: "^src/(commands|cli)/|^src/[^/]+\\.tsx$" },
    },
    {
      name: "entry-imports",
      severity: "error",
      comment: "An entry point re-exports its command and does nothing else.",
      from: { path: "^src/[^/]+\\.tsx$" },
      to: { path: ".", pathNot: "^src/commands/" },
    },
    {
      name: "raycast-in-commands",
      severity: "error",
      comment: "Only the commands know Raycast and React.",
      from: { path: "^src/", pathNot: "^src/(commands/|[^/]+\\.tsx$)" },
      // @raycast/api has types only and does not resolve, so it stands here under its bare name.
      to: { path: "(^|node_modules/)(@raycast|@types/react|react)(/|$)" },
    },
    {
      name: "no-test-in-src",
      severity: "error",
      comment: "Nothing of test/ or scripts/ gets into the bundle.",
      from: { path: "^src/" },
      to: { path: "^(test|scripts)/" },
    },
    {
      name: "no-dev-dependency-in-src",
      severity: "error",
      comment: "What the bundle needs is a dependency, not a devDependency. (Types of a package do not count.)",
      from: { path: "^src/" },
      to: { dependencyTypes: ["npm-dev"], pathNot: "node_modules/@types/" },
    },
    {
      name: "page-imports",
      severity: "error",
      comment: "The page knows what it is told, two pure functions, and its one small library: nothing of Node.",
      from: { path: "^test/host/page/", pathNot: "[.]test[.]tsx?$" },
      to: {
        path: ".",
        pathNot:
          "^(test/host/page/|test/host/frame/(frame|deed|rebase)[.]ts$|test/host/command/key-signs[.]ts$|node_modules/preact/)",
      },
    },
    {
      name: "no-circle",
      severity: "error",
      comment: "Files that need each other are one idea, or one of them is in the wrong place.",
      from: {},
      to: { circular: true },
    },
    {
      name: "not-resolvable",
      severity: "error",
      comment: "An import that resolves to nothing. @raycast/api is handed over by Raycast when the command runs.",
      // The peers import packages that are installed only for their bench.
      from: { pathNot: "^test/bench-sdk/peers/" },
      to: { couldNotResolve: true, pathNot: "^@raycast/api$" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // A package of its own, whose packages are mostly not installed.
    exclude: { path: "^test/endpoints/servers/" },
    // Type-only imports are arrows too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
