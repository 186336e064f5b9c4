import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json";
import { ROOT } from "./support/page";

const files = globSync(["*.md", "docs/*.md", "test/**/README.md", ".github/**/*.{md,yml}"], {
  cwd: ROOT,
  exclude: (path) => path.includes("node_modules"),
}).sort();
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const withoutCode = (text: string) => text.replace(/^```[^]*?^```$/gm, "").replace(/`[^`\n]*`/g, "");

const scripts = Object.keys(manifest.scripts);
const isHook = (name: string) => name.startsWith("pre") && scripts.includes(name.slice(3));

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/\s/g, "-");

function leadsSomewhere(file: string, target: string): boolean {
  const [path = "", anchor] = target.split("#");
  const linked = path === "" ? file : join(dirname(file), path);
  if (!existsSync(join(ROOT, linked))) return false;
  const headings = [...withoutCode(read(linked)).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));
  return anchor === undefined || headings.includes(anchor);
}

describe.each(files)("C17 %s", (file) => {
  const text = withoutCode(read(file));
  const labels = [...text.matchAll(/^\[([^\]]+)\]: \S+$/gm)].map(([, label]) => label);

  it("has only links that lead somewhere in the project", () => {
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
    const inside = targets.filter((target) => !/^https?:/.test(target));
    expect(inside.filter((target) => !leadsSomewhere(file, target))).toEqual([]);
  });

  it("defines each link that it uses, and uses each that it defines", () => {
    const used = [...text.matchAll(/\]\[([^\]]+)\]/g)].map(([, label]) => label);
    expect([...new Set(used)].sort()).toEqual(labels.sort());
  });

  it("names only commands of npm that there are", () => {
    const named = [...read(file).matchAll(/npm run (?:-s )?([a-z:]+)/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });
});

describe("C17 README.md and docs/testing.md", () => {
  it("describe every command of npm", () => {
    const described = ["README.md", "docs/testing.md"].map(read).join("\n");
    const isDescribed = (name: string) => new RegExp(`npm (?:run (?:-s )?)?${name}(?![\\w:])`).test(described);
    expect(scripts.filter((name) => !isHook(name) && !isDescribed(name))).toEqual([]);
  });
});
