import { HostError } from "../command/host-error";
import { checkKeys, isRecord, named } from "./check-keys";
import { Color } from "./enums";

/** The names of Raycast's own colours. */
export const RAYCAST_COLOURS: ReadonlySet<string> = new Set(Object.values(Color));
const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
const FUNCTION = /^(?:rgb|hsl)a?\([\d\s.,%/+-]+(?:deg)?[\d\s.,%/+-]*\)$/i;

/** The names that CSS gives to colours. */
const NAMES: ReadonlySet<string> = new Set(
  (
    "aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood " +
    "cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod " +
    "darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon " +
    "darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray " +
    "dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green " +
    "greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon " +
    "lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon " +
    "lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta " +
    "maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen " +
    "mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive " +
    "olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru " +
    "pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen " +
    "seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato " +
    "transparent turquoise violet wheat white whitesmoke yellow yellowgreen"
  ).split(" "),
);

/** Throws for a colour that is neither Raycast's nor one of CSS. */
export function checkColour(where: string, colour: unknown): void {
  if (colour == null) return;
  if (isRecord(colour)) {
    checkKeys(`The colour of ${where}`, colour, ["light", "dark", "adjustContrast"]);
    checkRaw(where, colour["light"]);
    checkRaw(where, colour["dark"]);
  } else checkRaw(where, colour);
}

function checkRaw(where: string, colour: unknown): void {
  if (typeof colour !== "string" || !(RAYCAST_COLOURS.has(colour) || isCssColour(colour)))
    throw new HostError(`${where} has an unknown colour ${named(colour)}.`);
}

/** Whether CSS knows a colour. */
export const isCssColour = (text: string): boolean =>
  HEX.test(text) || FUNCTION.test(text) || NAMES.has(text.toLowerCase());
