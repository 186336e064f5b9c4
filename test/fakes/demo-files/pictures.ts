import type { DemoFile } from "./demo-file";
import { png, type Colour } from "./png";

const SIZE = 96;

/** The pictures of the demo home, drawn here. */
export function pictureFiles(): DemoFile[] {
  return [
    { path: "Pictures/Sunset at the harbour.png", content: png(SIZE, sunset), daysOld: 130 },
    { path: "Pictures/Mountains.png", content: png(SIZE, mountains), daysOld: 58 },
    { path: "Pictures/Holiday/Beach.png", content: png(SIZE, beach), daysOld: 95 },
    { path: "Pictures/Logo draft.png", content: png(SIZE, logo), daysOld: 39 },
    { path: "Desktop/Screenshot.png", content: png(SIZE, screenshot), daysOld: 2 },
  ];
}

function sunset(x: number, y: number): Colour {
  const isSun = Math.hypot(x - 0.5, y - 0.6) < 0.15;
  return y > 0.65 ? [40, 50, 90] : isSun ? [255, 220, 120] : [250 - 60 * y, 120 + 60 * y, 90];
}

function mountains(x: number, y: number): Colour {
  const ridge = 0.75 - 0.4 * Math.abs(Math.sin(x * 7));
  return y > ridge ? (y < ridge + 0.08 ? [250, 250, 255] : [90, 100, 110]) : [150, 200, 240];
}

function beach(_x: number, y: number): Colour {
  return y < 0.45 ? [140, 205, 250] : y < 0.6 ? [30, 120, 180] : [235, 215, 160];
}

function logo(x: number, y: number): Colour {
  return Math.abs(x - 0.5) + Math.abs(y - 0.5) < 0.4 ? [40, 110, 220] : [255, 255, 255];
}

function screenshot(x: number, y: number): Colour {
  return y < 0.08 ? [225, 225, 230] : x < 0.25 ? [240, 240, 245] : [255, 255, 255];
}
