import { describe, expect, it } from "vitest";
import { deeplinkTo, parseDeeplink } from "./deeplink";
import { sampleExtension } from "./launcher/sample-extension";

describe("H3 a deeplink", () => {
  it("names a command of an extension, with its owner or without", () => {
    const bare = { extension: "notes", command: "ask", arguments: {}, launchType: "userInitiated" };
    expect(parseDeeplink("raycast://extensions/ann/notes/ask")).toEqual({ ...bare, owner: "ann" });
    expect(parseDeeplink("raycast://extensions/notes/ask")).toEqual(bare);
  });

  it("carries arguments, context, fallback text and the kind of launch", () => {
    const query = new URLSearchParams({
      arguments: JSON.stringify({ question: "1 + 1 = ?" }),
      context: JSON.stringify({ chat: 7 }),
      fallbackText: "a & b",
      launchType: "background",
    });
    expect(parseDeeplink(`raycast://extensions/ann/notes/ask?${query.toString()}`)).toEqual({
      owner: "ann",
      extension: "notes",
      command: "ask",
      arguments: { question: "1 + 1 = ?" },
      context: { chat: 7 },
      fallbackText: "a & b",
      launchType: "background",
    });
  });

  it("to a command of ours is read back", () => {
    const extension = sampleExtension();
    const [, create] = extension.commands;
    const link = create && deeplinkTo(extension, create);
    expect(link).toBe("raycast://extensions/ann/notes/create-note");
    expect(parseDeeplink(link ?? "")).toMatchObject({ owner: "ann", extension: "notes", command: "create-note" });
  });

  it.each([
    "",
    "https://extensions/ann/notes/ask",
    "raycast://confetti",
    "raycast://extensions/ask",
    "raycast://extensions/ann/notes/",
    "raycast://extensions/a/b/c/d",
    "raycast://extensions/ann/notes/%E0%A4%A",
    "raycast://extensions/ann/notes/ask?arguments=%7B",
    "raycast://extensions/ann/notes/ask?arguments=%5B1%5D",
    'raycast://extensions/ann/notes/ask?arguments={"n":1}',
    "raycast://extensions/ann/notes/ask?launchType=later",
  ])("that cannot be read starts nothing: %s", (link) => {
    expect(parseDeeplink(link)).toBeUndefined();
  });
});
