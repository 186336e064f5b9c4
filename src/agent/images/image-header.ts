import type { ImageType } from "../history/messages";

/** What the first bytes of a file say of the image in it. */
export type ImageHeader = { mediaType: ImageType; width: number; height: number };

/**
 * Reads what an image is, and its size in pixels, from its bytes; a name says nothing. `cut` where the bytes begin as an
 * image does and end, or go wrong, before its size; undefined for anything else.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | "cut" | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { mediaType, begins, sizeOf } of FORMATS) {
    if (!begins(bytes)) continue;
    const size = sizeOf(view);
    return size === undefined ? "cut" : { mediaType, ...size };
  }
  return undefined;
}

type Size = { width: number; height: number };

const FORMATS: readonly {
  mediaType: ImageType;
  begins: (bytes: Uint8Array) => boolean;
  /** Undefined where the bytes do not get that far. */
  sizeOf: (view: DataView) => Size | undefined;
}[] = [
  { mediaType: "image/png", begins: (bytes) => hasText(bytes, 0, "\x89PNG\r\n\x1a\n"), sizeOf: pngSize },
  { mediaType: "image/jpeg", begins: (bytes) => hasText(bytes, 0, "\xff\xd8\xff"), sizeOf: jpegSize },
  { mediaType: "image/gif", begins: (bytes) => /^GIF8[79]a$/.test(textAt(bytes, 0, 6)), sizeOf: gifSize },
  {
    mediaType: "image/webp",
    begins: (bytes) => hasText(bytes, 0, "RIFF") && hasText(bytes, 8, "WEBP"),
    sizeOf: webpSize,
  },
];

/** The first chunk is the header (https://www.w3.org/TR/png-3/#11IHDR). */
function pngSize(view: DataView): Size | undefined {
  if (view.byteLength < 33 || view.getUint32(8) !== 13 || !hasText(bytesOf(view), 12, "IHDR")) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** The size is in the first start of a frame, behind any number of other segments (ITU T.81, B.2.2). */
function jpegSize(view: DataView): Size | undefined {
  let offset = 2;
  while (offset + 9 <= view.byteLength) {
    if (view.getUint8(offset) !== 0xff) return undefined;
    const marker = view.getUint8(offset + 1);
    if (marker === 0xff) {
      // Any number of such bytes may stand before a marker.
      offset += 1;
    } else if (isFrame(marker)) {
      return { width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) };
    } else if (standsAlone(marker)) {
      offset += 2;
    } else if (marker === START_OF_SCAN || marker === END_OF_IMAGE) {
      return undefined;
    } else {
      offset += 2 + view.getUint16(offset + 2);
    }
  }
  return undefined;
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** All of this range but tables of codes and their like (C4, C8, CC). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Markers without a length behind them. */
function standsAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

/** The logical screen (https://www.w3.org/Graphics/GIF/spec-gif89a.txt). */
function gifSize(view: DataView): Size | undefined {
  if (view.byteLength < 13) return undefined;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** In the first chunk, in one of three forms (https://developers.google.com/speed/webp/docs/riff_container). */
function webpSize(view: DataView): Size | undefined {
  if (view.byteLength < 30) return undefined;
  switch (textAt(bytesOf(view), 12, 4)) {
    case "VP8 ":
      if (!hasText(bytesOf(view), 23, "\x9d\x01\x2a")) return undefined;
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case "VP8L": {
      if (view.getUint8(20) !== 0x2f) return undefined;
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    default:
      return undefined;
  }
}

function uint24(view: DataView, offset: number): number {
  return view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);
}

function bytesOf({ buffer, byteOffset, byteLength }: DataView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function hasText(bytes: Uint8Array, offset: number, text: string): boolean {
  return textAt(bytes, offset, text.length) === text;
}

/** Bytes as characters of one byte each. */
function textAt(bytes: Uint8Array, offset: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + length));
}
