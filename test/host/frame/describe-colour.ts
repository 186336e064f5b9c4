import type { Color } from "@raycast/api";
import { isCssColour } from "../api/check-colour";
import { Color as colours } from "../api/enums";
import type { Colour } from "./frame";
import type { Look } from "./look";

const RAYCAST: readonly string[] = Object.values(colours);

/** A colour for the page; undefined for what is no colour. */
export function describeColour(colour: Color.ColorLike | null | undefined, look: Look): Colour | undefined {
  if (colour == null) return undefined;
  const text = typeof colour === "object" ? colour[look.appearance] : colour;
  if (RAYCAST.includes(text)) return `var(--${text.replace("raycast-", "")})`;
  return isCssColour(text) ? text : undefined;
}
