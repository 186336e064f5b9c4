import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { PROVIDER_IDS, PROVIDER_TITLES } from "../src/commands/provider-titles";
import { preferencesSchema } from "../src/settings";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url));

const manifest = z
  .object({
    name: z.string(),
    title: z.string(),
    license: z.string(),
    platforms: z.array(z.string()),
    icon: z.string(),
    external: z.array(z.string()),
    commands: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        mode: z.string(),
        arguments: z.array(z.object({ name: z.string(), type: z.string(), required: z.boolean() })).optional(),
      }),
    ),
    preferences: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        type: z.string(),
        required: z.boolean(),
        default: z.string().optional(),
        data: z.array(z.object({ title: z.string(), value: z.string() })).optional(),
      }),
    ),
    scripts: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read("package.json").toString()));

const preference = (name: string) => manifest.preferences.find((candidate) => candidate.name === name);

describe("M1.1 the manifest", () => {
  it("names the extension, and offers it for macOS under MIT", () => {
    expect(manifest).toMatchObject({ name: "orbit", title: "Orbit", license: "MIT", platforms: ["macOS"] });
  });

  it("offers Ask Orbit with an optional question, and P6 Check Setup", () => {
    expect(manifest.commands).toStrictEqual([
      {
        name: "ask-orbit",
        title: "Ask Orbit",
        mode: "view",
        arguments: [{ name: "question", type: "text", required: false }],
      },
      { name: "check-setup", title: "Check Setup", mode: "view" },
    ]);
  });

  it.each(manifest.commands.map(({ name }) => name))("has a file for %s", (name) => {
    expect(existsSync(new URL(`../src/${name}.tsx`, import.meta.url))).toBe(true);
  });

  it.each(["icon.png", "icon@dark.png"])("%s is a PNG of 512 × 512", (file) => {
    const png = read(`assets/${file}`);
    expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toStrictEqual([512, 512]);
  });

  it("keeps the two modules out of the bundle that ray build cannot take in", () => {
    expect(manifest.external).toStrictEqual(["bun:sqlite", "better-sqlite3"]);
  });
});

describe("M1.2 the preferences", () => {
  it("are those that parseSettings reads, in its order", () => {
    expect(manifest.preferences.map(({ name }) => name)).toStrictEqual(Object.keys(preferencesSchema.shape));
  });

  it("have the defaults that parseSettings has", () => {
    const declared = Object.fromEntries(manifest.preferences.map((entry) => [entry.name, entry.default]));
    expect(declared).toEqual(preferencesSchema.parse({}));
    expect(declared).toEqual({
      provider: "automatic",
      effort: "low",
      anthropicModel: "claude-sonnet-5-5",
      openaiBaseUrl: "http://localhost:11434/v1",
      claudeCodeModel: "sonnet",
    });
  });

  it("are asked of nobody", () => {
    expect(manifest.preferences.filter(({ required }) => required)).toStrictEqual([]);
  });

  it("offer in their menus what parseSettings accepts", () => {
    const offered = (name: string) => preference(name)?.data?.map(({ value }) => value);
    const accepted = (name: "provider" | "effort") =>
      (offered(name) ?? []).map((value) => preferencesSchema.parse({ [name]: value })[name]);
    expect(offered("provider")).toStrictEqual(["automatic", "anthropic", "claude-code", "openai"]);
    expect(offered("effort")).toStrictEqual(["automatic", "low", "medium", "high"]);
    expect(accepted("provider")).toStrictEqual(offered("provider"));
    expect(accepted("effort")).toStrictEqual(offered("effort"));
  });

  it("P6 call the providers as Check Setup and the model menu do", () => {
    const titles = preference("provider")?.data?.filter(({ value }) => value !== "automatic");
    expect(titles).toEqual(PROVIDER_IDS.map((value) => ({ value, title: PROVIDER_TITLES[value] })));
  });

  it("hide the keys, and only the keys", () => {
    const hidden = manifest.preferences.filter(({ type }) => type === "password").map(({ name }) => name);
    expect(hidden).toStrictEqual(["anthropicApiKey", "openaiApiKey"]);
  });

  it("are called in problems as they are called in Raycast", () => {
    const nonsense = Object.fromEntries(manifest.preferences.map(({ name }) => [name, 0]));
    const messages = preferencesSchema.safeParse(nonsense).error?.issues.map(({ message }) => message) ?? [];
    expect(messages).toHaveLength(manifest.preferences.length);
    manifest.preferences.forEach(({ title }, index) =>
      expect(messages[index]?.startsWith(`${title} is not`)).toBe(true),
    );
  });
});

describe("M1.4 the scripts", () => {
  const started = Object.keys(manifest.scripts).filter(
    (name) => !(name.startsWith("pre") && name.slice(3) in manifest.scripts),
  );

  it.each(started)("npm run %s installs first what is missing", (name) => {
    // Some have packages of their own besides.
    expect(manifest.scripts[`pre${name}`]).toMatch(
      /^node scripts\/install\.cjs(?: && node scripts\/install\.cjs [\w/-]+)?$/,
    );
  });

  it.each(started)("npm run %s starts a file that exists", (name) => {
    const files = manifest.scripts[name]?.split(" ").filter((word) => /^(scripts|src|test)\//.test(word)) ?? [];
    expect(files.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toStrictEqual([]);
  });
});
