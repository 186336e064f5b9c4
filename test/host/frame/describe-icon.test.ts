import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Color, Icon, Image } from "@raycast/api";
import { afterAll, describe, expect, it } from "vitest";
import { describeColour } from "./describe-colour";
import { describeIcon } from "./describe-icon";
import { testLook } from "./test-command";

const folder = mkdtempSync(join(tmpdir(), "orbit-icons-"));
afterAll(() => rmSync(folder, { recursive: true }));
const made = (name: string) => {
  writeFileSync(join(folder, name), "");
  return join(folder, name);
};

const light = testLook;
const dark = { ...testLook, appearance: "dark" } as const;

describe("H2 an icon", () => {
  it("is Raycast's own by its name", () => {
    expect(describeIcon(Icon.Trash, light)).toEqual({ kind: "symbol", name: "trash-16" });
    expect(describeIcon({ source: Icon.Circle, tintColor: Color.Red, mask: Image.Mask.Circle }, light)).toEqual({
      kind: "symbol",
      name: "circle-16",
      tint: "var(--red)",
      mask: "circle",
    });
  });

  it("is a picture from the assets, in its dark variant where there is one", () => {
    expect(describeIcon("icon.png", light)).toEqual({ kind: "image", source: "file:icon.png" });
    expect(describeIcon("icon.png", dark)).toEqual({ kind: "image", source: "file:icon@dark.png" });
    made("only.png");
    const look = { ...dark, assetsFolder: folder };
    expect(describeIcon({ source: "only.png" }, look)).toEqual({ kind: "image", source: "file:only.png" });
  });

  it("is a picture by its path, its file: address, or its data", () => {
    const path = made("a b.png");
    expect(describeIcon(path, light)).toEqual({ kind: "image", source: "file:a b.png" });
    expect(describeIcon(pathToFileURL(path).href, light)).toEqual({ kind: "image", source: "file:a b.png" });
    const data = "data:image/png;base64,AAAA";
    expect(describeIcon(data, light)).toEqual({ kind: "image", source: data });
  });

  it("goes by the appearance where it names one for each", () => {
    const image = { source: { light: Icon.Sun, dark: Icon.Moon }, tintColor: { light: "#fff", dark: "#000" } };
    expect(describeIcon(image, light)).toEqual({ kind: "symbol", name: "sun-16", tint: "#fff" });
    expect(describeIcon(image, dark)).toEqual({ kind: "symbol", name: "moon-16", tint: "#000" });
  });

  it("is an emoji", () => {
    for (const text of ["🚀", "👩‍💻", "🇩🇪", "❤️", "1️⃣"])
      expect(describeIcon(text, light)).toEqual({ kind: "emoji", text });
    expect(describeIcon("16", light)).toEqual({ kind: "symbol", name: "question-mark-circle-16" });
  });

  it("is its fallback, else a question mark, where it is not here to be shown", () => {
    const question = { kind: "symbol", name: "question-mark-circle-16" };
    expect(describeIcon("https://example.com/a.png", light)).toEqual(question);
    expect(describeIcon("gone.png", light)).toEqual(question);
    expect(describeIcon("/gone/a.png", light)).toEqual(question);
    const image = { source: "https://example.com/a.png", fallback: Icon.Globe, tintColor: Color.Blue };
    expect(describeIcon(image, light)).toEqual({ kind: "symbol", name: "globe-01-16", tint: "var(--blue)" });
  });

  it("is that of a file or a folder", () => {
    mkdirSync(join(folder, "v1.2"));
    const icon = (path: string) => describeIcon({ fileIcon: path }, light);
    expect(icon(made("Plan.PDF"))).toEqual({ kind: "file", extension: "pdf", isFolder: false });
    expect(icon(join(folder, "v1.2"))).toEqual({ kind: "file", extension: "2", isFolder: true });
    expect(icon("/gone/notes.md")).toEqual({ kind: "file", extension: "md", isFolder: false });
  });

  it("is none where the command names none", () => {
    expect([undefined, null, ""].map((image) => describeIcon(image, light))).toEqual([undefined, undefined, undefined]);
  });
});

describe("H2 a colour", () => {
  it("is Raycast's, of the appearance, or one of CSS", () => {
    const colours = [Color.SecondaryText, { light: "#fff", dark: "#000", adjustContrast: true }];
    expect(colours.map((colour) => describeColour(colour, dark))).toEqual(["var(--secondary-text)", "#000"]);
    const css = ["#F00", "#FF0000", "#ff000080", "rgb(255, 0, 0)", "rgba(255, 0, 0, 1.0)", "hsla(200, 20%, 33%, .2)"];
    expect([...css, "hsl(120deg 75% 25%)", "red"].map((colour) => describeColour(colour, light))).toEqual([
      ...css,
      "hsl(120deg 75% 25%)",
      "red",
    ]);
  });

  it("is nothing where it is something else", () => {
    const others = [
      "#12345",
      "url(a)",
      "red; background: url(a)",
      "rgb(1,2,3);x",
      "var(--red)",
      "raycast-pink",
      "",
      null,
    ];
    expect(others.map((colour) => describeColour(colour, light))).toEqual(others.map(() => undefined));
  });
});
