import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundleOf, commandNamed, ManifestError, ownerOf, readExtension } from "./extension";
import { manifestFolder, sampleExtension } from "./launcher/sample-extension";

describe("H3 the manifest of an extension", () => {
  it("is read whole: commands with their arguments, preferences of every kind", () => {
    const extension = sampleExtension();
    expect(extension).toMatchObject({ name: "notes", title: "Notes", icon: "icon.png", author: "ann" });
    expect(extension.commands.map(({ name, mode }) => [name, mode])).toEqual([
      ["search-notes", "view"],
      ["create-note", "no-view"],
      ["ask", "view"],
      ["clock", "menu-bar"],
    ]);
    expect(extension.preferences.map(({ name, type }) => [name, type])).toEqual([
      ["folder", "directory"],
      ["token", "password"],
      ["sort", "textfield"],
      ["sync", "checkbox"],
      ["editor", "appPicker"],
    ]);
    expect(commandNamed(extension, "create-note")?.arguments.map(({ type, required }) => [type, required])).toEqual([
      ["text", true],
      ["password", false],
      ["dropdown", false],
    ]);
  });

  it("is Orbit's own where the folder is Orbit's", () => {
    const orbit = readExtension(".");
    const [command] = orbit.commands;
    expect([orbit.title, ownerOf(orbit), orbit.assetsFolder]).toEqual([
      "Orbit",
      "orbit",
      join(process.cwd(), "assets"),
    ]);
    expect(command && bundleOf(orbit, command)).toBe(join(process.cwd(), "dist/ask-orbit.js"));
  });

  it.each([
    ["not JSON", "{", /package\.json is not JSON\.$/],
    ["without a name", '{"title":"Notes"}', /package\.json is no manifest of an extension: name: .+\.$/],
    [
      "with a preference of an unknown kind",
      JSON.stringify({
        ...{ name: "n", title: "N", icon: "i", author: "a" },
        commands: [{ name: "c", title: "C", mode: "view" }],
        preferences: [{ name: "size", type: "slider" }],
      }),
      /: preferences\.0\.type: .+\.$/,
    ],
  ])("is refused in one sentence when it is %s", (_what, text, sentence) => {
    const folder = manifestFolder(text);
    expect(() => readExtension(folder)).toThrow(ManifestError);
    expect(() => readExtension(folder)).toThrow(sentence);
  });

  it("says in plain words how often a command runs in the background: from ten seconds to some weeks", () => {
    const manifest = { name: "n", title: "N", icon: "i.png", author: "a" };
    const read = (interval: string) => {
      const command = { name: "c", title: "C", mode: "no-view", interval };
      const folder = manifestFolder(JSON.stringify({ ...manifest, commands: [command] }));
      mkdirSync(join(folder, "assets"));
      writeFileSync(join(folder, "assets", manifest.icon), "");
      return readExtension(folder).commands[0]?.interval;
    };
    expect(["10s", "10m", "12h", "1d"].map(read)).toEqual([10_000, 600_000, 43_200_000, 86_400_000]);
    for (const interval of ["9s", "25d", "10", "m", "1.5h", "10 m"])
      expect(() => read(interval)).toThrow(": commands.0.interval: ");
  });

  it("is refused when an icon that it names is not there, before anything could be drawn with it", () => {
    const manifest = { name: "n", title: "N", icon: "gone.png", author: "a" };
    const folder = manifestFolder(JSON.stringify({ ...manifest, commands: [{ name: "c", title: "C", mode: "view" }] }));
    expect(() => readExtension(folder)).toThrow(/names the icon gone\.png, which is not in .+assets\.$/);
  });

  it("is refused when there is none", () => {
    expect(() => readExtension("/nowhere")).toThrow("/nowhere/package.json cannot be read.");
  });
});
