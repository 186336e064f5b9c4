import { existsSync, statSync } from "node:fs";
import { extname, isAbsolute, join, parse } from "node:path";
import { fileURLToPath } from "node:url";
import type { Image } from "@raycast/api";
import { ICONS, isEmoji, PICTURE } from "../api/check-image";
import { Icon as icons } from "../api/icons";
import { describeColour } from "./describe-colour";
import type { Icon } from "./frame";
import type { Look } from "./look";
import { optional } from "./optional";

/** A picture with its tint and mask; undefined for none. */
export function describeIcon(image: Image.ImageLike | null | undefined, look: Look): Icon | undefined {
  if (image == null || image === "") return undefined;
  if (typeof image === "string") return sourceIcon(image, look) ?? symbol(icons.QuestionMarkCircle);
  if ("fileIcon" in image) return fileIcon(image.fileIcon);
  const icon = sourceIcon(themed(image.source, look), look) ?? sourceIcon(themed(image.fallback ?? "", look), look);
  return {
    ...(icon ?? symbol(icons.QuestionMarkCircle)),
    ...optional("tint", describeColour(image.tintColor, look)),
    ...optional("mask", image.mask),
  };
}

const symbol = (name: string): Icon => ({ kind: "symbol", name });

const themed = (source: Image.Source, look: Look): string =>
  typeof source === "string" ? source : source[look.appearance];

/** The picture behind a source; undefined where it cannot be shown. */
function sourceIcon(source: string, look: Look): Icon | undefined {
  if (source === "") return undefined;
  if (ICONS.has(source)) return symbol(source);
  if (/^data:image\//i.test(source)) return { kind: "image", source };
  // The page loads nothing from the network.
  if (/^https?:/i.test(source)) return undefined;
  if (isEmoji(source)) return { kind: "emoji", text: source };
  const path = pathOfPicture(source, look);
  return path === undefined ? undefined : { kind: "image", source: look.fileAddress(path) };
}

/**
 * Where the picture lies that a command or a text names: by its path, a file: address, or its name in the assets, of
 * which there may be a variant for the dark appearance. Undefined where no picture is there.
 */
export function pathOfPicture(source: string, look: Look): string | undefined {
  const path = asPath(source);
  if (path === undefined || !PICTURE.test(extname(path))) return undefined;
  if (isAbsolute(path)) return existsSync(path) ? path : undefined;
  const asset = join(look.assetsFolder, path);
  const { dir, name, ext } = parse(asset);
  const variant = join(dir, `${name}@${look.appearance}${ext}`);
  return [variant, asset].find((candidate) => existsSync(candidate));
}

function asPath(source: string): string | undefined {
  if (!/^file:/i.test(source)) return source;
  try {
    return fileURLToPath(source);
  } catch {
    return undefined;
  }
}

const fileIcon = (path: string): Icon => ({
  kind: "file",
  extension: extname(path).slice(1).toLowerCase(),
  isFolder: isFolder(path),
});

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // Of what is not there, or not for us to see, the name tells the kind.
    return false;
  }
}
