// Draws assets/icon.png and assets/icon@dark.png: a planet, the ring around it and a small moon on the ring.
// Plain Node, so that the design can be changed without a drawing program: node scripts/make-icon.mjs
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";

const SIZE = 512;
const SAMPLES = 4; // samples per pixel and axis, for smooth edges

const CENTER = SIZE / 2;
const TILE = { half: 240, radius: 112 };
const PLANET = 112;
const RING = { long: 196, short: 50, width: 22, tilt: (-26 * Math.PI) / 180 };
const MOON = { radius: 34, angle: (-12 * Math.PI) / 180 };
const GAP = 14; // the clear band where one shape passes in front of another

const THEMES = {
  "icon.png": {
    top: [86, 72, 232],
    bottom: [28, 24, 92],
    planet: [
      [255, 255, 255],
      [196, 200, 255],
    ],
    moon: [255, 184, 92],
  },
  "icon@dark.png": {
    top: [124, 112, 255],
    bottom: [52, 44, 148],
    planet: [
      [255, 255, 255],
      [208, 212, 255],
    ],
    moon: [255, 194, 110],
  },
};

const mix = (from, to, share) => from.map((value, index) => value + (to[index] - value) * share);
const clamp = (value) => Math.min(1, Math.max(0, value));

/** Signed distance to the rounded tile, in pixels: negative inside. */
function tileDistance(x, y) {
  const dx = Math.max(Math.abs(x) - TILE.half + TILE.radius, 0);
  const dy = Math.max(Math.abs(y) - TILE.half + TILE.radius, 0);
  return Math.hypot(dx, dy) - TILE.radius;
}

/** Distance in pixels to the ring's centre line (to first order), and how near that side is: 1 in front, 0 behind. */
function ringAt(x, y) {
  const u = x * Math.cos(RING.tilt) + y * Math.sin(RING.tilt);
  const v = y * Math.cos(RING.tilt) - x * Math.sin(RING.tilt);
  const value = Math.hypot(u / RING.long, v / RING.short);
  const slope = Math.hypot(u / RING.long ** 2, v / RING.short ** 2) / Math.max(value, 1e-6);
  return {
    distance: Math.abs(value - 1) / Math.max(slope, 1e-6),
    nearness: clamp((v + RING.short) / (2 * RING.short)),
  };
}

function moonDistance(x, y) {
  const u = RING.long * Math.cos(MOON.angle);
  const v = RING.short * Math.sin(MOON.angle);
  const moonX = u * Math.cos(RING.tilt) - v * Math.sin(RING.tilt);
  const moonY = u * Math.sin(RING.tilt) + v * Math.cos(RING.tilt);
  return Math.hypot(x - moonX, y - moonY);
}

/** The colour of one point, front to back; undefined outside the tile. */
function colorAt(x, y, theme) {
  if (tileDistance(x, y) > 0) return undefined;
  const share = clamp((y + TILE.half) / (2 * TILE.half));
  const background = mix(theme.top, theme.bottom, share);
  const planet = mix(theme.planet[0], theme.planet[1], clamp((x + y + 1.2 * PLANET) / (2.4 * PLANET)));
  const ring = ringAt(x, y);
  const inRing = ring.distance < RING.width / 2;
  const nearRing = ring.distance < RING.width / 2 + GAP;
  const isFront = ring.nearness > 0.5;
  const ringColor = mix(mix(background, theme.planet[1], 0.45), theme.planet[0], ring.nearness);
  const fromPlanet = Math.hypot(x, y);
  const fromMoon = moonDistance(x, y);

  if (fromMoon < MOON.radius) return theme.moon;
  if (fromMoon < MOON.radius + GAP) return background;
  if (isFront && inRing) return ringColor;
  if (isFront && nearRing && fromPlanet < PLANET + GAP) return background;
  if (fromPlanet < PLANET) return planet;
  if (fromPlanet < PLANET + GAP) return background;
  return inRing ? ringColor : background;
}

/** One pixel as [red, green, blue, alpha]: the mean of its samples, weighted by what they cover. */
function pixelAt(column, row, theme) {
  const sum = [0, 0, 0];
  let covered = 0;
  for (let sample = 0; sample < SAMPLES ** 2; sample += 1) {
    const x = column + ((sample % SAMPLES) + 0.5) / SAMPLES - CENTER;
    const y = row + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES - CENTER;
    const color = colorAt(x, y, theme);
    if (color === undefined) continue;
    covered += 1;
    color.forEach((value, index) => (sum[index] += value));
  }
  return [...sum.map((value) => Math.round(value / Math.max(covered, 1))), Math.round((255 * covered) / SAMPLES ** 2)];
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  const check = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG of 8-bit RGBA rows, each filtered by the row above (filter 2), which suits gradients. */
function png(theme) {
  const stride = SIZE * 4;
  const pixels = Buffer.from(
    Array.from({ length: SIZE * SIZE }, (_, index) => pixelAt(index % SIZE, Math.floor(index / SIZE), theme)).flat(),
  );
  const filtered = Buffer.alloc(SIZE * (stride + 1));
  for (let row = 0; row < SIZE; row += 1) {
    filtered[row * (stride + 1)] = 2;
    for (let index = 0; index < stride; index += 1) {
      const above = row === 0 ? 0 : pixels[(row - 1) * stride + index];
      filtered[row * (stride + 1) + 1 + index] = (pixels[row * stride + index] - above) & 0xff;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  header.set([8, 6, 0, 0, 0], 8); // bits per channel, RGBA, and the only methods that PNG knows
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(filtered, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

for (const [name, theme] of Object.entries(THEMES)) {
  writeFileSync(join(import.meta.dirname, "..", "assets", name), png(theme));
}
