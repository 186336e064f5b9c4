import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import AskOrbit from "../../../src/ask-orbit";
import { makeDemoHome } from "../../fakes/demo-home";
import { demoScript } from "../../fakes/demo-script";
import { loadBundle } from "../../host/command/bundle";
import { askInWindow, startMac, untilQuiet } from "./test-mac";

const FIND = "Find my invoices";
const CREATE = "Create a file totals.txt with their sum";

const BUNDLE = "dist/ask-orbit.js";
const VARIANTS = [
  { name: "from source", isThere: true, load: () => AskOrbit },
  {
    name: existsSync(BUNDLE) ? "from the bundle" : "from the bundle: skipped, npm run build makes it",
    isThere: existsSync(BUNDLE),
    load: () => loadBundle(BUNDLE),
  },
];

describe.each(VARIANTS)("the main job $name", { timeout: 60_000 }, ({ isThere, load }) => {
  it.skipIf(!isThere)(
    "M5.1 M5.2 M5.4 finds invoices and creates a file with their sum as edited in the form",
    async () => {
      const mac = await startMac(demoScript);
      await makeDemoHome(mac.home, new Date());
      const bills = join(mac.home, "Documents", "Bills");
      const window = mac.openOrbit({}, load());

      await askInWindow(window, FIND);
      await untilQuiet(window, FIND);
      expect(window.searchText).toBe("");
      expect(window.selected).toMatchObject({ title: "I found 7 invoices:", section: FIND });
      expect(window.markdown).toContain("**Sum: 2,678.15 EUR** of 6 invoices.");
      expect(window.metadata).toContainEqual({ title: "Tools", text: "Search Files, Read File" });
      expect(window.items.filter(({ title }) => /^Found|^Scanned/.test(title)).map(({ title }) => title)).toEqual([
        "Found 7 files",
        "Scanned, without text",
      ]);
      await askInWindow(window, CREATE);
      await window.until(() => window.selected?.title === "Create File");
      await untilQuiet(window, CREATE);
      expect(window.toast).toMatchObject({ title: "Orbit needs your word", message: "Create File" });
      expect(window.item("I found 7 invoices:").section).toBe(FIND);
      expect(window.items.filter(({ section }) => section === FIND)).toHaveLength(1);
      expect(await readdir(bills)).not.toContain("totals.txt");

      window.press("Review…");
      expect(window.navigationTitle).toBe("Create File");
      expect(window.descriptions).toEqual(['Orbit creates "totals.txt" in ~/Documents/Bills.']);
      expect(window.fields.map(({ title, kind }) => `${title}: ${kind}`)).toEqual([
        "Path: Form.TextField",
        "Content: Form.TextArea",
      ]);
      expect(window.field("content").value).toContain("Sum: 2,678.15 EUR");
      window.fill("path", "~/Documents/Bills/sums.txt");
      window.fill("content", "Checked by hand.\n");
      window.submit();

      await window.until(() => window.kind === "List" && window.items.some(({ title }) => title === "sums.txt"));
      await untilQuiet(window, CREATE);
      expect(await readFile(join(bills, "sums.txt"), "utf8")).toBe("Checked by hand.\n");
      expect(await readdir(bills)).not.toContain("totals.txt");
      expect(window.toast).toBeUndefined();
      expect(window.selected?.title).toMatch(/^Done\./);
      expect(window.item("Created sums.txt").section).toBe(CREATE);
      expect(mac.server.rejections).toEqual([]);
      window.close();
    },
  );

  it.skipIf(!isThere)("M5.2 changes nothing when the form is cancelled, and tells the model so", async () => {
    const mac = await startMac(demoScript);
    await makeDemoHome(mac.home, new Date());
    const window = mac.openOrbit({}, load());

    await askInWindow(window, CREATE);
    await window.until(() => window.selected?.title === "Create File");
    await untilQuiet(window, CREATE);
    window.press();
    window.shortcut(["cmd"], ".");
    await window.until(() => window.selected?.title.includes("no"));

    await untilQuiet(window, CREATE);
    expect(window.item("Not run: you said no").section).toBe(CREATE);
    expect(await readdir(join(mac.home, "Documents", "Bills"))).not.toContain("totals.txt");
    expect(mac.server.requests.at(-1)?.toolResults.at(-1)?.content).toContain("NOT carried out");
    window.close();
  });
});
