import { expect, test } from "vitest";
import { Icon } from "../api/icons";
import { iconSprite } from "./icon-sprite";

const symbols = new Map(
  [...iconSprite().matchAll(/<symbol id="([^"]+)"[^>]*>(.*?)<\/symbol>/gs)].map(([, id = "", inside = ""]) => [
    id,
    inside,
  ]),
);

test("H2 every icon of Raycast is drawn", () => {
  for (const name of Object.values(Icon)) expect(symbols.get(name), name).toMatch(/ d="m| r="| width="/i);
  expect(symbols.size).toBe(new Set(Object.values(Icon)).size);
});

test("icons take the colour of the text around them and refer to nothing outside themselves", () => {
  for (const [name, inside] of symbols) {
    expect(inside, name).toContain("currentColor");
    expect(inside, name).not.toContain("url(");
  }
});

test("attributes are SVG's, not React's", () => {
  expect(symbols.get("add-person-16")).toContain('stroke-width="1.5"');
  expect([...symbols.values()].join("")).not.toMatch(/strokeWidth|fillRule|className/);
});
