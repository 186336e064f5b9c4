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

  it("is refused when an icon that it names is not there, before anything could be drawn with it", () => {
    const manifest = { name: "n", title: "N", icon: "gone.png", author: "a" };
    const folder = manifestFolder(JSON.stringify({ ...manifest, commands: [{ name: "c", title: "C", mode: "view" }] }));
    expect(() => readExtension(folder)).toThrow(/names the icon gone\.png, which is not in .+assets\.$/);
  });

  it("is refused when there is none", () => {
    expect(() => readExtension("/nowhere")).toThrow("/nowhere/package.json cannot be read.");
  });
});
