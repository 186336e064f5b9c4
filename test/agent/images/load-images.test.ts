import { describe, expect, it } from "vitest";
import { loadImages } from "../../../src/agent/images/load-images";
import type { WireMessage } from "../../../src/agent/history/messages";
import { memoryImages } from "../support/memory-images";
import { attached, IMAGES } from "../support/sample-images";

const block = { ...attached(IMAGES.png, "a.png"), type: "image_file" } as const;
const text = { type: "text", text: "What?" } as const;
const view: WireMessage[] = [{ role: "user", content: [block, text] }];
const LOST = { type: "text", text: '[Image "a.png", PNG, 3 × 2: not shown, because its file is gone or damaged]' };

describe("P9 the images of a request", () => {
  it("P9 are read for it, and stand where they stood", async () => {
    const images = memoryImages();
    await images.put(IMAGES.png);
    const data = Buffer.from(IMAGES.png).toString("base64");
    expect(await loadImages(view, images)).toStrictEqual([
      { role: "user", content: [{ type: "image", mediaType: "image/png", data }, text] },
    ]);
    expect(view[0]?.content[0]).toBe(block);
  });

  it.each<[string, Uint8Array | undefined]>([
    ["is gone", undefined],
    ["is empty", new Uint8Array()],
    ["is cut short", IMAGES.png.subarray(0, 40)],
    ["is another image", IMAGES.gif],
    ["has one other byte", IMAGES.png.with(70, 0)],
  ])("P9 go as words where the file %s", async (_what, bytes) => {
    const images = memoryImages();
    if (bytes !== undefined) images.files.set(block.file, bytes);
    expect(await loadImages(view, images)).toStrictEqual([{ role: "user", content: [LOST, text] }]);
  });

  it("P9 go as words where the file is what its name says, and no image", async () => {
    const images = memoryImages();
    const bytes = Buffer.from("Dear Ms Miller");
    const file = await images.put(bytes);
    const [message] = await loadImages([{ role: "user", content: [{ ...block, file, bytes: bytes.length }] }], images);
    expect(message?.content).toStrictEqual([LOST]);
  });

  it("P9 are of the type that their bytes have, whatever the row says", async () => {
    const images = memoryImages();
    const file = await images.put(IMAGES.webp);
    const wrong = { ...block, file, bytes: IMAGES.webp.length };
    const [message] = await loadImages([{ role: "user", content: [wrong] }], images);
    expect(message?.content).toMatchObject([{ type: "image", mediaType: "image/webp" }]);
  });

  it("P9 are not sent where the row lies about their size: what a request may hold goes by it", async () => {
    const images = memoryImages();
    await images.put(IMAGES.png);
    const [message] = await loadImages([{ role: "user", content: [{ ...block, bytes: 1 }] }], images);
    expect(message?.content).toStrictEqual([LOST]);
  });
});
