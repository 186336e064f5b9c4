import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkImage, type ImageRefusal } from "../../../src/agent/images/check-image";
import { IMAGE_LIMITS } from "../../../src/agent/images/image-limits";
import { refusalWords } from "../../../src/agent/images/image-words";
import { IMAGES, pngOf } from "../support/sample-images";

const text = (value: string) => Uint8Array.from(Buffer.from(value, "latin1"));
const join = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));

/** The image with other bytes from `offset` on. */
function changed(bytes: Uint8Array, offset: number, ...values: number[]): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy.set(values, offset);
  return copy;
}

describe("P9 an image is known by its bytes", () => {
  it.each([
    ["PNG", IMAGES.png, "image/png"],
    ["JPEG", IMAGES.jpeg, "image/jpeg"],
    ["GIF", IMAGES.gif, "image/gif"],
    ["GIF of 1989", changed(IMAGES.gif, 4, 0x39), "image/gif"],
    ["lossy WebP", IMAGES.webp, "image/webp"],
    ["lossless WebP", IMAGES.webpLossless, "image/webp"],
    ["animated WebP", IMAGES.webpExtended, "image/webp"],
  ])("P9 %s, with its size in pixels", (_name, bytes, mediaType) => {
    expect(checkImage(bytes)).toStrictEqual({ type: "image", mediaType, width: 3, height: 2 });
  });

  it("P9 a JPEG whose size stands behind a thumbnail, filling bytes and a comment", () => {
    const thumbnail = join(text("\xff\xe1\x00\x0aExif\0\0\xff\xc0"), text("\xff\xff\xff\xfe\x00\x04hi"));
    const bytes = join(IMAGES.jpeg.subarray(0, 2), thumbnail, IMAGES.jpeg.subarray(2));
    expect(checkImage(bytes)).toMatchObject({ type: "image", width: 3, height: 2 });
  });

  it("P9 a JPEG whose tables stand before its size", () => {
    const tables = text("\xff\xc4\0\x08\0\x63\0\x63\0\xc8\xff\xcc\0\x08\0\x63\0\x63\0\xc8");
    const bytes = join(IMAGES.jpeg.subarray(0, 2), tables, IMAGES.jpeg.subarray(2));
    expect(checkImage(bytes)).toMatchObject({ type: "image", width: 3, height: 2 });
  });

  it("P9 where it is a part of a larger buffer", () => {
    const whole = join(text("....."), IMAGES.png, text("....."));
    expect(checkImage(whole.subarray(5, 5 + IMAGES.png.length))).toMatchObject({ mediaType: "image/png", width: 3 });
  });
});

describe("P9 what is no sound image is refused, with the reason", () => {
  const start = IMAGES.jpeg.subarray(0, 2);
  it.each<[string, Uint8Array, ImageRefusal]>([
    ["no bytes", new Uint8Array(), { type: "empty" }],
    ["text", text("Dear Ms Miller"), { type: "no_image" }],
    ["a PDF", text("%PDF-1.7\n"), { type: "no_image" }],
    ["SVG", text('<svg xmlns="http://www.w3.org/2000/svg"/>'), { type: "no_image" }],
    ["HEIC", text("\0\0\0\x18ftypheic\0\0\0\0mif1heic"), { type: "no_image" }],
    ["TIFF", text("II*\0\x08\0\0\0"), { type: "no_image" }],
    ["BMP", text("BM\x46\0\0\0"), { type: "no_image" }],
    ["a sound in the same container as WebP", text("RIFF\x24\0\0\0WAVEfmt "), { type: "no_image" }],
    ["a PNG that lost its line break to a mail program", changed(IMAGES.png, 4, 0x0a, 0x0a), { type: "no_image" }],
    ["a PNG that ends in its header", IMAGES.png.subarray(0, 24), { type: "damaged" }],
    ["a PNG that ends behind its first bytes", IMAGES.png.subarray(0, 8), { type: "damaged" }],
    ["a PNG whose first chunk is another", changed(IMAGES.png, 12, 0x49, 0x44, 0x41, 0x54), { type: "damaged" }],
    ["a PNG without width", pngOf(0, 5), { type: "damaged" }],
    ["a PNG without height", pngOf(5, 0), { type: "damaged" }],
    ["a JPEG that ends before its size", IMAGES.jpeg.subarray(0, 100), { type: "damaged" }],
    ["a JPEG that ends at once", IMAGES.jpeg.subarray(0, 3), { type: "damaged" }],
    ["a JPEG of nothing but its end", join(start, text("\xff\xd9\0\0\0\0\0\0")), { type: "damaged" }],
    ["a JPEG that scans before it has a size", join(start, text("\xff\xda\0\x08abcdef")), { type: "damaged" }],
    [
      "a JPEG with something else between its segments",
      join(start, text("\xff\xe0\0\x02abcdefghijk")),
      { type: "damaged" },
    ],
    [
      "a JPEG with a segment shorter than its length",
      join(start, text("\xff\xe0\0\0\xff\xe0\0\0\0\0")),
      { type: "damaged" },
    ],
    ["a GIF that ends in its header", IMAGES.gif.subarray(0, 9), { type: "damaged" }],
    ["a GIF without height", changed(IMAGES.gif, 8, 0, 0), { type: "damaged" }],
    ["a WebP that ends in its header", IMAGES.webp.subarray(0, 25), { type: "damaged" }],
    ["a WebP whose picture begins wrong", changed(IMAGES.webp, 23, 0), { type: "damaged" }],
    ["a lossless WebP whose picture begins wrong", changed(IMAGES.webpLossless, 20, 0), { type: "damaged" }],
    ["a WebP of an unknown kind", changed(IMAGES.webp, 15, 0x5a), { type: "damaged" }],
  ])("P9 %s", (_name, bytes, refusal) => {
    expect(checkImage(bytes)).toStrictEqual({ type: "refused", refusal });
  });

  it("P9 every image that ends within its header, wherever", () => {
    for (const bytes of Object.values(IMAGES)) {
      const shortest = bytes.findIndex((_byte, length) => checkImage(bytes.subarray(0, length)).type === "image");
      for (let length = 0; length < shortest; length += 1) {
        expect(checkImage(bytes.subarray(0, length)).type).toBe("refused");
      }
      expect(shortest).toBeGreaterThan(12);
    }
  });

  it("P9 and no bytes at all make it fail", () => {
    const beginnings = fc.constantFrom(
      new Uint8Array(),
      ...Object.values(IMAGES).map((bytes) => bytes.subarray(0, 16)),
    );
    const any = fc.tuple(beginnings, fc.uint8Array({ maxLength: 80 })).map(([a, b]) => join(a, b));
    fc.assert(fc.property(any, (bytes) => ["image", "refused"].includes(checkImage(bytes).type)));
  });
});

describe("P9 an image may be so large", () => {
  const { bytes: most, side } = IMAGE_LIMITS;
  it.each([
    [1, 1, 60, "image"],
    [side, side, 60, "image"],
    [side + 1, 1, 60, "too_wide"],
    [1, side + 1, 60, "too_wide"],
    [4_294_967_295, 1, 60, "too_wide"],
    [10, 10, most, "image"],
    [10, 10, most + 1, "too_large"],
  ])("P9 %i × %i pixels in %i bytes: %s", (width, height, length, expected) => {
    const checked = checkImage(pngOf(width, height, length));
    expect(checked.type === "image" ? "image" : checked.refusal.type).toBe(expected);
  });

  it("P9 so that Anthropic takes it: five megabytes of base64, and twenty in one request at 8,000 pixels", () => {
    expect(Math.ceil(most / 3) * 4).toBeLessThanOrEqual(5 * 1024 * 1024);
    expect(IMAGE_LIMITS.count).toBeLessThanOrEqual(20);
    expect(side).toBeLessThanOrEqual(8_000);
  });
});

describe("P9 the reason is said", () => {
  it.each<[ImageRefusal, string]>([
    [{ type: "empty" }, "The file is empty."],
    [{ type: "no_image" }, "The file is no PNG, JPEG, GIF or WebP image, which are what models read."],
    [{ type: "damaged" }, "The image is damaged: its size cannot be read."],
    [{ type: "too_large", bytes: 5_200_000 }, "The image has 5.2 MB, and models take 3.9 MB. Save it smaller."],
    [
      { type: "too_wide", width: 9_000, height: 20 },
      "The image has 9000 × 20 pixels, and models take 8000 a side. Save it smaller.",
    ],
    [{ type: "too_many", count: 21 }, "21 images are too many for one question. It can have 20."],
    [
      { type: "too_large_together", bytes: 9_000_000 },
      "The images have 9 MB together, and one question can have 7.5 MB. Send fewer, or save them smaller.",
    ],
  ])("P9 %o", (refusal, words) => {
    expect(refusalWords(refusal)).toBe(words);
  });
});
