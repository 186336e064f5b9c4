import { HostError } from "../command/host-error";
import { checkColour } from "./check-colour";
import { checkImage } from "./check-image";
import { checkKeys, isRecord, named } from "./check-keys";
import { checkKeysOf, checkShortcut } from "./check-shortcut";
import { GridFit, GridInset } from "./enums";

type Check = (where: string, value: unknown) => void;

/** What a prop holds, in whichever component; where a name has more than one meaning, the component comes first. */
const CHECKS: Readonly<Record<string, Check>> = {
  icon: checkIcon,
  "Grid.Item content": checkContent,
  accessories: checkAccessories,
  accessory: (where, value) => {
    if (isRecord(value)) checkDecoration(`The accessory of ${where}`, value, []);
  },
  color: checkColour,
  "MenuBarExtra.Item shortcut": checkKeysOf,
  shortcut: checkShortcut,
  text: checkText,
  columns: (where, value) => {
    const isCount = value === undefined || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 8);
    if (!isCount) throw new HostError(`${where} has ${named(value)} columns; there can be 1 to 8.`);
  },
  aspectRatio: oneOf("aspect ratio", ["1", "3/2", "2/3", "4/3", "3/4", "16/9", "9/16"]),
  fit: oneOf("fit", Object.values(GridFit)),
  inset: oneOf("inset", Object.values(GridInset)),
};

/** Throws for a value of a component's prop that Raycast would not draw. */
export function checkValue(component: string, prop: string, value: unknown): void {
  const check = own(`${component} ${prop}`) ?? own(prop);
  check?.(`<${component}>`, value);
}

const own = (name: string): Check | undefined => (Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined);

function oneOf(what: string, known: readonly unknown[]): Check {
  return (where, value) => {
    if (value !== undefined && !known.includes(value))
      throw new HostError(`${where} has an unknown ${what} ${named(value)}.`);
  };
}

/** An image, with a tooltip or without. */
function checkIcon(where: string, icon: unknown): void {
  checkImage(where, withoutTooltip(where, icon));
}

/** An image or a colour, with a tooltip or without. */
function checkContent(where: string, content: unknown): void {
  const bare = withoutTooltip(where, content);
  if (!isRecord(bare) || !("color" in bare)) {
    checkImage(where, bare);
    return;
  }
  checkKeys(`The content of ${where}`, bare, ["color"]);
  checkColour(where, bare["color"]);
}

function withoutTooltip(where: string, value: unknown): unknown {
  if (!isRecord(value) || !("value" in value)) return value;
  checkKeys(`The icon of ${where}`, value, ["value", "tooltip"]);
  return value["value"];
}

function checkAccessories(where: string, accessories: unknown): void {
  if (!Array.isArray(accessories)) return;
  accessories.forEach((accessory: unknown, index) => {
    const what = `Accessory ${index + 1} of ${where}`;
    if (!isRecord(accessory)) throw new HostError(`${what} is none: ${named(accessory)}.`);
    const texts = ["text", "date", "tag"].filter((key) => key in accessory);
    checkDecoration(what, accessory, texts);
    if (texts.length > 1) throw new HostError(`${what} has more than one of text, date and tag.`);
    for (const key of texts) checkText(what, accessory[key]);
  });
}

function checkDecoration(what: string, accessory: Readonly<Record<string, unknown>>, texts: readonly string[]): void {
  checkKeys(what, accessory, [...texts, "icon", "tooltip"]);
  checkImage(what, accessory["icon"]);
}

/** A text that may have a colour. */
function checkText(where: string, text: unknown): void {
  if (!isRecord(text)) return;
  checkKeys(`The text of ${where}`, text, ["value", "color"]);
  checkColour(where, text["color"]);
}
