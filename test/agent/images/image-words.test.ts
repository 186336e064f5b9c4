import { describe, expect, it } from "vitest";
import type { ContentBlock } from "../../../src/agent/history/messages";
import { imageNames } from "../../../src/agent/images/image-words";
import { attached, pngOf } from "../support/sample-images";

const image = (seed: number, name?: string): ContentBlock => ({
  ...attached(pngOf(4, 5, 60, seed), name),
  type: "image_file",
});

describe("P9 images in words for the person", () => {
  it.each<[string, ContentBlock[], string]>([
    ["one", [image(1, "a.png")], '"a.png"'],
    ["one without a name", [image(1)], "the image"],
    ["the same one twice", [image(1, "a.png"), { type: "text", text: "?" }, image(1, "a.png")], '"a.png"'],
    ["two", [image(1, "a.png"), image(2, "b.png")], "2 images"],
    ["three, two of one name", [image(1, "a.png"), image(2, "a.png"), image(3, "b.png")], "3 images"],
    ["three, two without a name", [image(1), image(2), image(3, "b.png")], "3 images"],
  ])("P9 names or counts %s", (_what, blocks, words) => {
    expect(imageNames(blocks)).toBe(words);
  });
});
