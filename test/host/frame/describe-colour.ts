import type { Color } from "@raycast/api";
import { Color as colours } from "../api/enums";
import type { Colour } from "./frame";
import type { Look } from "./look";

const RAYCAST: readonly string[] = Object.values(colours);

const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
const FUNCTION = /^(?:rgb|hsl)a?\([\d\s.,%/+-]+(?:deg)?[\d\s.,%/+-]*\)$/i;
// Any word: a browser takes no harm from one that is no colour.
const NAME = /^[a-z]+$/i;

/** A colour for the page; undefined for what is no colour. */
export function describeColour(colour: Color.ColorLike | null | undefined, look: Look): Colour | undefined {
  if (colour == null) return undefined;
  const text = typeof colour === "object" ? colour[look.appearance] : colour;
  if (RAYCAST.includes(text)) return `var(--${text.replace("raycast-", "")})`;
  return [HEX, FUNCTION, NAME].some((form) => form.test(text)) ? text : undefined;
}
