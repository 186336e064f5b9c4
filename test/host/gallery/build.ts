import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import * as z from "zod";
import manifest from "./package.json" with { type: "json" };

const SOURCE = import.meta.dirname;

const { commands } = z.object({ commands: z.array(z.object({ name: z.string() })) }).parse(manifest);

/**
 * Builds the gallery into a folder, in the layout that the preview host reads: the manifest, the assets, and one file in
 * dist for each command, which asks Raycast for its API and for React.
 */
export async function buildGallery(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp(join(SOURCE, "package.json"), join(folder, "package.json"));
  await cp(join(SOURCE, "assets"), join(folder, "assets"), { recursive: true });
  await build({
    entryPoints: commands.map(({ name }) => ({ in: join(SOURCE, "src", name), out: name })),
    outdir: join(folder, "dist"),
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node22",
    jsx: "automatic",
    external: ["@raycast/api", "react", "react/jsx-runtime"],
    logLevel: "warning",
  });
}
