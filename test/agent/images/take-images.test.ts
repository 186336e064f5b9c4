import { describe, expect, it } from "vitest";
import { imageFileName } from "../../../src/agent/images/image-file";
import { takeImages } from "../../../src/agent/images/take-images";
import { memoryImages } from "../support/memory-images";
import { IMAGES, pngOf } from "../support/sample-images";

const named = (...images: Uint8Array[]) => images.map((bytes, index) => ({ name: `${index}.png`, bytes }));

describe("P9 the images of a question", () => {
  it("P9 are kept under the hash of their bytes, and are what their bytes say", async () => {
    const store = memoryImages();
    const taken = await takeImages([{ name: "scan.png", bytes: IMAGES.jpeg }], store);
    const file = imageFileName(IMAGES.jpeg);
    expect(taken).toStrictEqual({
      type: "taken",
      images: [{ type: "image", mediaType: "image/jpeg", width: 3, height: 2, file, bytes: 286, name: "scan.png" }],
    });
    expect(store.files).toStrictEqual(new Map([[file, IMAGES.jpeg]]));
  });

  it("P9 are taken all or none: where one is refused, it is named and nothing is kept", async () => {
    const store = memoryImages();
    const taken = await takeImages(named(IMAGES.png, Uint8Array.of(1), IMAGES.gif), store);
    expect(taken).toStrictEqual({ type: "refused", refusal: { type: "no_image" }, index: 1 });
    expect(store.files.size).toBe(0);
  });

  it("P9 are at most twenty", async () => {
    const many = (count: number) => named(...Array.from({ length: count }, (_, seed) => pngOf(1, 1, 60, seed)));
    expect((await takeImages(many(20), memoryImages())).type).toBe("taken");
    expect(await takeImages(many(21), memoryImages())).toStrictEqual({
      type: "refused",
      refusal: { type: "too_many", count: 21 },
    });
  });

  it("P9 are at most 7.5 MB together", async () => {
    const two = (length: number) => named(pngOf(1, 1, 3_750_000, 1), pngOf(1, 1, length, 2));
    expect((await takeImages(two(3_750_000), memoryImages())).type).toBe("taken");
    expect(await takeImages(two(3_750_001), memoryImages())).toStrictEqual({
      type: "refused",
      refusal: { type: "too_large_together", bytes: 7_500_001 },
    });
  });
});
