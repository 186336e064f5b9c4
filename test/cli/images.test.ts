import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { terminalHost } from "../../src/cli/terminal-host";
import { IMAGES, pngOf } from "../agent/support/sample-images";
import type { ModelRequest } from "../fakes/model-server/request";
import { startModelServer, type ModelServer } from "../fakes/model-server/server";
import { askAt, eventsOf, eventsOfType, runInProcess, setUp, tempHome, type Place } from "./harness";

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

/** Writes a file into the home folder; gives its path. */
async function fileAt({ home }: Pick<Place, "home">, name: string, bytes: Uint8Array): Promise<string> {
  const path = join(home, name);
  await writeFile(path, bytes);
  return path;
}

const imagesFolder = (home: string) => join(terminalHost({}, home).supportFolder, "images");
const kept = (home: string) => readdir(imagesFolder(home)).catch(() => []);

/** What a request shows of images: their data, or the words in their place. */
function shown({ messages }: ModelRequest): string[] {
  return messages.flatMap(({ content }) =>
    content.flatMap((block) => {
      if (block.type === "image") return [block.data];
      // Chat Completions gets texts without images as one.
      return block.type === "text" ? (block.text.match(/\[Image[^\]]*\]/g) ?? []) : [];
    }),
  );
}

/** The flags for a server as one of each wire format. */
const FORMATS: [string, (server: ModelServer) => string[]][] = [
  ["Chat Completions", ({ url }) => ["--provider", "openai", "--base-url", `${url}/v1`, "--model", "m"]],
  ["the Messages API", ({ url }) => ["--provider", "anthropic", "--base-url", url, "--model", "m"]],
];

describe.each(FORMATS)("P9 ask --image, over %s", (_format, flags) => {
  it("P9 sends all four formats as what they are, whatever they are called", async () => {
    const place = await setUp([{ text: "Four." }]);
    const { png, jpeg, gif, webp } = IMAGES;
    const files = await Promise.all([png, jpeg, gif, webp].map((bytes, index) => fileAt(place, `${index}.txt`, bytes)));
    const images = files.flatMap((file) => ["--image", file]);
    const asked = await runInProcess(["--home", place.home, ...flags(place.server), ...images, "How many?"]);
    expect([asked.code, asked.out]).toEqual([0, "Four.\n"]);
    expect(place.server.rejections).toEqual([]);
    const [message] = place.server.requests[0]?.messages ?? [];
    expect(message?.content.slice(1)).toEqual([
      { type: "image", mediaType: "image/png", data: base64(png) },
      { type: "image", mediaType: "image/jpeg", data: base64(jpeg) },
      { type: "image", mediaType: "image/gif", data: base64(gif) },
      { type: "image", mediaType: "image/webp", data: base64(webp) },
      { type: "text", text: "How many?" },
    ]);
  });

  it.each([
    [400, "Could not process image"],
    [404, "No endpoints found that support image input"],
    [422, "Input tag 'image_url' found using 'type' does not match any of the expected tags"],
    [500, "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj"],
    [400, "No."],
  ])("P9 answers without the image where the server says %i %s, then and ten questions on", async (status, message) => {
    const home = await tempHome();
    const server = await startModelServer({ respond: () => ({ text: "Yes." }), refusesImages: { status, message } });
    onTestFinished(() => server.stop());
    const file = await fileAt({ home }, "cat.png", IMAGES.png);
    const start = ["--home", home, ...flags(server)];
    const asked = await runInProcess([...start, "--image", file, "What is it?"]);
    expect([asked.code, asked.out]).toEqual([0, "Yes.\n"]);
    expect(asked.status).toContain('"cat.png"');
    const lines = Array.from({ length: 10 }, (_, index) => `And ${index}?`);
    const later = await runInProcess([...start, "--chat", "last"], { lines });
    expect([later.code, later.out]).toEqual([0, "Yes.\n".repeat(10)]);
    const [whole, ...others] = server.requests.map(shown);
    expect(whole).toEqual([base64(IMAGES.png)]);
    expect(others).toHaveLength(11);
    expect(new Set(others.map((words) => words.join()))).toHaveProperty("size", 1);
    expect(others[0]?.join()).toMatch(/^\[Image "cat\.png", PNG, 3 × 2: not shown, because /);
    expect(server.rejections).toEqual([]);
  });
});

describe("P9 ask --image, of a model that cannot see by what its server tells", () => {
  it("P9 sends nothing of the image, and says so", async () => {
    const home = await tempHome();
    const models = [{ id: "m", tools: true, vision: false }];
    const server = await startModelServer({ respond: () => ({ text: "No idea." }), ollama: true, models });
    onTestFinished(() => server.stop());
    const file = await fileAt({ home }, "cat.png", IMAGES.png);
    const asked = await askAt({ home, server }, ["--model", "m", "--json", "--image", file, "What is it?"]);
    expect(asked.code).toBe(0);
    expect(server.requests.map(shown)).toEqual([
      ['[Image "cat.png", PNG, 3 × 2: not shown, because this model cannot see images]'],
    ]);
    expect(eventsOfType(asked, "notice").map(({ text }) => text)).toEqual([
      'The model "m" cannot see images. It was told only the name and size of "cat.png". Choose a model that can see, and ask again.',
    ]);
    expect(eventsOfType(asked, "disclosure")).toEqual([]);
  });
});

describe("P9 ask --image refuses, before anything is asked or kept,", () => {
  it.each<[string, (place: Place) => Promise<string>, number, string]>([
    [
      "a broken image",
      (place) => fileAt(place, "cut.png", IMAGES.png.subarray(0, 20)),
      1,
      "cannot be sent. The image is damaged: its size cannot be read.",
    ],
    [
      "a file that is no image",
      (place) => fileAt(place, "text.png", Buffer.from("Dear Ms Miller")),
      1,
      "cannot be sent. The file is no PNG, JPEG, GIF or WebP image, which are what models read.",
    ],
    ["an empty file", (place) => fileAt(place, "empty.png", new Uint8Array()), 1, "cannot be sent. The file is empty."],
    [
      "a huge image",
      (place) => fileAt(place, "huge.png", pngOf(10, 10, 6_000_000)),
      1,
      "cannot be sent. The image has 6 MB, and models take 3.9 MB. Save it smaller.",
    ],
    [
      "an image of too many pixels",
      (place) => fileAt(place, "wide.png", pngOf(9_000, 10)),
      1,
      "cannot be sent. The image has 9000 × 10 pixels, and models take 8000 a side. Save it smaller.",
    ],
    ["a file that is not there", ({ home }) => Promise.resolve(join(home, "none.png")), 2, "cannot be read."],
    [
      "a folder",
      async ({ home }) => {
        const path = join(home, "folder.png");
        await mkdir(path);
        return path;
      },
      2,
      "is none.",
    ],
  ])("P9 %s", async (_what, make, code, words) => {
    const place = await setUp([]);
    const file = await make(place);
    const good = await fileAt(place, "good.png", IMAGES.png);
    const asked = await askAt(place, ["--image", good, "--image", file, "What is it?"]);
    expect([asked.code, asked.out]).toEqual([code, ""]);
    expect(asked.status).toContain(file);
    expect(asked.status).toContain(words);
    expect(place.server.requests).toEqual([]);
    expect(await kept(place.home)).toEqual([]);
    const json = await askAt(place, ["--json", "--image", file, "What is it?"]);
    expect(eventsOf(json).map(({ type }) => type)).toEqual(["notice", "end"]);
    expect((await askAt(place, ["--list-chats"])).out).toBe("");
  });

  it("P9 more than twenty", async () => {
    const place = await setUp([]);
    const file = await fileAt(place, "a.png", IMAGES.png);
    const images = Array.from({ length: 25 }, () => ["--image", file]).flat();
    const asked = await askAt(place, [...images, "What are they?"]);
    expect(asked.code).toBe(1);
    expect(asked.status).toBe("25 images are too many for one question. It can have 20.\n");
  });
});

describe("P9 the image of a chat", () => {
  it("P9 is told as sent, stands in the document, and comes along with an export", async () => {
    const place = await setUp([{ text: "A cat." }, { text: "Still a cat." }]);
    const file = await fileAt(place, "cat.png", IMAGES.png);
    const asked = await askAt(place, ["--json", "--image", file, "What is it?"]);
    expect(eventsOfType(asked, "disclosure").map(({ text }) => text)).toEqual([
      "1 image sent to the model on this Mac",
    ]);
    expect((await askAt(place, ["--export", "last", "--markdown"])).out).toContain("With: `cat.png` (PNG, 3 × 2)");
    const exported = (await askAt(place, ["--export", "last"])).out;

    const home = await tempHome({ "chat.json": exported });
    const there: Place = { home, server: place.server };
    expect((await askAt(there, ["--import", join(home, "chat.json")])).code).toBe(0);
    expect(await kept(home)).toEqual(await kept(place.home));
    const again = await askAt(there, ["--chat", "last", "Sure?"]);
    expect(again.out).toBe("Still a cat.\n");
    expect(place.server.requests.map(shown)).toEqual([[base64(IMAGES.png)], [base64(IMAGES.png)]]);
  });

  it("P9 is in no file but its own", async () => {
    const place = await setUp([{ text: "A cat." }]);
    const large = pngOf(300, 200, 100_000, 5);
    await askAt(place, ["--image", await fileAt(place, "cat.png", large), "What is it?"]);
    const folder = terminalHost({}, place.home).supportFolder;
    const files = (await readdir(folder)).filter((name) => name !== "images");
    for (const name of files) {
      const text = await readFile(join(folder, name), "latin1");
      expect(text).not.toMatch(/[A-Za-z0-9+/]{200}/);
    }
    expect(await kept(place.home)).toHaveLength(1);
  });
});
