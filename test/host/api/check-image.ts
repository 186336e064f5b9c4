import { existsSync } from "node:fs";
import { extname, join, parse } from "node:path";
import { currentHost } from "../command/host";
import { HostError } from "../command/host-error";
import { checkKeys, isRecord, named } from "./check-keys";
import { checkColour } from "./check-colour";
import { Image } from "./enums";
import { Icon } from "./icons";

/** The names of Raycast's own icons. */
export const ICONS: ReadonlySet<unknown> = new Set(Object.values(Icon));
const MASKS: readonly unknown[] = Object.values(Image.Mask);
export const PICTURE = /^\.(?:png|jpe?g|gif|svg|webp|avif|bmp|ico|tiff?|heic)$/i;

/** Throws for what Raycast would draw as a question mark: no icon of its own, address, file, asset or emoji. */
export function checkImage(where: string, image: unknown): void {
  if (image == null) return;
  if (typeof image === "string") checkSource(where, image);
  else if (!isRecord(image)) throw new HostError(`${where} has an image that is none: ${named(image)}.`);
  else if ("fileIcon" in image) checkKeys(`The image of ${where}`, image, ["fileIcon"]);
  else {
    checkKeys(`The image of ${where}`, image, ["source", "fallback", "mask", "tintColor"]);
    if (image["source"] == null) throw new HostError(`The image of ${where} has no source.`);
    checkThemed(where, image["source"]);
    if (image["fallback"] != null) checkThemed(where, image["fallback"]);
    if (image["mask"] != null && !MASKS.includes(image["mask"]))
      throw new HostError(`The image of ${where} has an unknown mask ${named(image["mask"])}.`);
    checkColour(where, image["tintColor"]);
  }
}

function checkThemed(where: string, source: unknown): void {
  if (!isRecord(source)) {
    checkSource(where, source);
    return;
  }
  checkKeys(`The image of ${where}`, source, ["light", "dark"]);
  checkSource(where, source["light"]);
  checkSource(where, source["dark"]);
}

function checkSource(where: string, source: unknown): void {
  if (ICONS.has(source)) return;
  if (typeof source !== "string") throw new HostError(`${where} has an image that is none: ${named(source)}.`);
  // An empty text is no image, which Raycast takes.
  if (source === "" || /^(?:https?|data|file):/i.test(source) || isEmoji(source) || isAsset(source)) return;
  throw new HostError(`${where} has an unknown icon "${source}".`);
}

// Digits and "#" count as parts of emoji, so something beyond ASCII has to be there too.
export const isEmoji = (text: string): boolean =>
  /^[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u.test(text) && /\P{ASCII}/u.test(text);

const found = new Set<string>();

// Looked for once: a list may draw the same picture in every row, many times a second.
function isThere(path: string): boolean {
  if (!found.has(path) && existsSync(path)) found.add(path);
  return found.has(path);
}

function isAsset(source: string): boolean {
  if (!PICTURE.test(extname(source))) return false;
  // A file of the person's own may go at any time; an asset must be there.
  if (source.startsWith("/")) return true;
  const { assetsPath, appearance } = currentHost().world;
  const { dir, name, ext } = parse(source);
  const variant = join(dir, `${name}@${appearance}${ext}`);
  return [source, variant].some((file) => isThere(join(assetsPath, file)));
}
