import * as components from "@raycast/icons";
import * as z from "zod";
import { Icon } from "../api/icons";

/** A React element of an icon: only SVG elements, no components. */
const elementSchema = z.object({ type: z.string(), props: z.record(z.string(), z.unknown()) });

const componentSchema = z.custom<(props: object) => unknown>((value) => typeof value === "function");

const exported = new Map<string, unknown>(Object.entries(components));

/** Raycast's icons as one SVG document: a symbol each, whose id is the icon's value, such as "add-person-16". */
export function iconSprite(): string {
  // Some icons have two names.
  const names = new Set<string>(Object.values(Icon));
  const symbols = Array.from(
    names,
    (name) => `<symbol id="${name}" viewBox="0 0 16 16" fill="none">${drawing(name)}</symbol>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("\n")}</svg>`;
}

/** What Raycast has and its package of icons has not: a link with a plus. */
const DRAWN_HERE: Readonly<Record<string, string>> = {
  "quicklink-16":
    '<path fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" ' +
    'd="M6.6 9.4a2.9 2.9 0 0 0 4.1 0l2.2-2.2a2.9 2.9 0 0 0-.4-4.4M9.4 6.6a2.9 2.9 0 0 0-4.1 0L3.1 8.8a2.9 2.9 0 1 0 4.1 4.1l.5-.5' +
    'M4.2 1.6v3M2.7 3.1h3"/>',
};

/** The inside of an icon's symbol. */
function drawing(name: string): string {
  const drawn = DRAWN_HERE[name];
  if (drawn !== undefined) return drawn;
  const component = componentSchema.safeParse(exported.get(exportName(name)));
  if (!component.success) throw new Error(`@raycast/icons has no ${exportName(name)} for "${name}".`);
  return svgText(elementSchema.parse(component.data({})).props["children"]);
}

/** "app-window-grid-2x2-16" is exported as AppWindowGrid2X2Icon. */
function exportName(name: string): string {
  const words = name.replace(/-16$/, "").split("-");
  return `${words
    .map(capital)
    .join("")
    .replace(/\dx/g, (match) => match.toUpperCase())}Icon`;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** React elements written as SVG. */
function svgText(node: unknown): string {
  if (Array.isArray(node)) return node.map(svgText).join("");
  const element = elementSchema.safeParse(node);
  // Clip paths of these icons only say "the whole icon", and are not found from inside a sprite.
  if (!element.success || element.data.type === "defs") return "";
  const { children, ...attributes } = element.data.props;
  delete attributes["clipPath"];
  return `<${element.data.type}${Object.entries(attributes).map(attribute).join("")}>${svgText(children)}</${element.data.type}>`;
}

const attribute = ([name, value]: [string, unknown]): string => ` ${attributeName(name)}="${String(value)}"`;

const attributeName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
