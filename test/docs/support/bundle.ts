import { dirname, join, resolve } from "node:path";
import * as esbuild from "esbuild";
import { ROOT } from "./page";

/** Bundles a test that is not on the disk, together with what it imports; vitest itself stays the one that runs. */
export async function bundleTest(entry: string, files: ReadonlyMap<string, string>): Promise<string> {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(ROOT, entry)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    logLevel: "silent",
    plugins: [fromMemory(files), sameVitest],
  });
  return outputFiles[0]?.text ?? "";
}

function fromMemory(files: ReadonlyMap<string, string>): esbuild.Plugin {
  const added = new Map([...files].map(([path, code]) => [join(ROOT, path), code]));
  return {
    name: "from-memory",
    setup(build) {
      // The folders of these files need not exist either, so that esbuild cannot look from there by itself.
      build.onResolve({ filter: /^[./]/ }, ({ path, importer }) => {
        const file = `${resolve(dirname(importer), path)}.ts`;
        return added.has(path) ? { path } : added.has(file) || added.has(importer) ? { path: file } : undefined;
      });
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const contents = added.get(path);
        return contents === undefined ? undefined : { contents, loader: "ts", resolveDir: ROOT };
      });
    },
  };
}

/** By its address, so that the bundle can lie anywhere. */
const sameVitest: esbuild.Plugin = {
  name: "same-vitest",
  setup(build) {
    build.onResolve({ filter: /^vitest$/ }, () => ({ path: import.meta.resolve("vitest"), external: true }));
  },
};
