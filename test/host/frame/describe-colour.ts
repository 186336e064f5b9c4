import type { Color } from "@raycast/api";
import { isCssColour, RAYCAST_COLOURS } from "../api/check-colour";
import type { Colour } from "./frame";
import type { Look } from "./look";

/** A colour for the page; undefined for what is no colour. */
export function describeColour(colour: Color.ColorLike | null | undefined, look: Look): Colour | undefined {
  if (colour == null) return undefined;
  const text = typeof colour === "object" ? colour[look.appearance] : colour;
  if (RAYCAST_COLOURS.has(text)) return `var(--${text.replace("raycast-", "")})`;
  return isCssColour(text) ? text : undefined;
}
