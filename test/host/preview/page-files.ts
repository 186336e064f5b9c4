import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { iconSprite } from "./icon-sprite";

/** A file that the page is made of. */
export interface PageFile {
  readonly type: string;
  readonly body: string | Uint8Array;
}

const PAGE = join(import.meta.dirname, "..", "page");

/** Bundles the page. Gives its files under their names. */
export async function pageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const { outputFiles } = await build({
    entryPoints: { page: join(PAGE, "main.tsx") },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    outdir: "out",
    logLevel: "error",
  });
  const bundled = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.contents ?? "";
  return new Map([
    ["", { type: "text/html; charset=utf-8", body: readFileSync(join(PAGE, "index.html")) }],
    ["page.js", { type: "text/javascript; charset=utf-8", body: bundled(".js") }],
    ["page.css", { type: "text/css; charset=utf-8", body: bundled(".css") }],
    ["icons.svg", { type: "image/svg+xml", body: iconSprite() }],
  ]);
}
