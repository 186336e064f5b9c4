import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadBundle } from "../command/bundle";
import { bundleOf, readExtension } from "../preview/extension";
import { buildGallery } from "./build";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gallery-"));
  await buildGallery(folder);
});
afterAll(() => rm(folder, { recursive: true }));

describe("the gallery", () => {
  it("is an extension whose commands are all built, and touch no name that the stand-in lacks", () => {
    const extension = readExtension(folder);
    expect(extension.commands.length).toBeGreaterThan(12);
    for (const command of extension.commands) {
      expect(loadBundle(bundleOf(extension, command)), command.name).toBeTypeOf("function");
    }
  });
});
