import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { askAt, eventsOf, placeFlags, runInProcess, setUp, type Place } from "./harness";

const echo = ({ lastUserText }: { lastUserText: string }) => ({ text: `Answer to ${lastUserText}` });

/** Asks questions, each in a chat of its own. Gives the ids of the chats. */
async function asked(place: Place, ...questions: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const question of questions) {
    ids.push(z.string().parse(eventsOf(await askAt(place, ["--json", question])).at(-1)?.["chat"]));
  }
  return ids;
}

const headersSchema = z.array(z.object({ id: z.string(), title: z.string() }));

describe("C15 --list-chats", () => {
  it("prints the chats, the one used last first, for a person or as data", async () => {
    const place = await setUp(echo);
    const [green, black] = await asked(place, "green tea", "black tea");
    const list = await askAt(place, ["--list-chats"]);
    expect(list.code).toBe(0);
    expect(list.out).toMatch(
      new RegExp(`^${black}  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  black tea\\n${green}  .{16}  green tea\\n$`),
    );
    const data = headersSchema.parse(JSON.parse((await askAt(place, ["--list-chats", "--json"])).out));
    expect(data.map(({ id, title }) => [id, title])).toEqual([
      [black, "black tea"],
      [green, "green tea"],
    ]);
    expect(place.server.requests).toHaveLength(2);
  });
});

describe("C15 --search", () => {
  it("prints the questions and answers that hold the words, with their chats", async () => {
    const place = await setUp(echo);
    const [green] = await asked(place, "green tea", "black coffee");
    const { code, out } = await askAt(place, ["--search", "GREEN"]);
    expect([code, out.match(new RegExp(`^${green}`, "gm"))?.length]).toEqual([0, 2]);
    expect(out).toContain("    Answer to green tea\n");
    expect(out).not.toContain("coffee");
    expect((await askAt(place, ["--search", "cocoa"])).out).toBe("");
    expect(JSON.parse((await askAt(place, ["--search", "coffee", "--json"])).out)).toHaveLength(2);
  });
});

describe("C15 --export and --import", () => {
  it("take a chat from one place to another, where it goes on", async () => {
    const [here, there] = [await setUp(echo), await setUp(echo)];
    await asked(here, "green tea");
    const { out } = await askAt(here, ["--export", "last"]);
    const file = join(there.home, "chat.json");
    await writeFile(file, out);

    const imported = await askAt(there, ["--import", file]);
    expect(imported.out).toMatch(/ {2}green tea\n$/);
    const id = imported.out.slice(0, imported.out.indexOf(" "));
    const next = await askAt(there, ["--chat", id], { lines: ["and black?", "/switch"] });
    // Its answers came from another server: nothing goes to this one before the person says so.
    expect(next.status).toContain("--switch goes on with the model that the flags name; in a chat, /switch does.");
    expect([next.code, next.out]).toEqual([0, "Answer to and black?\n"]);
    expect(there.server.rejections).toEqual([]);
    expect(there.server.requests[0]?.messages.filter(({ role }) => role === "user")).toHaveLength(2);
  });

  it("--markdown prints a document for people", async () => {
    const place = await setUp(echo);
    const [id = ""] = await asked(place, "green tea");
    const { out } = await askAt(place, ["--export", id, "--markdown"]);
    expect(out).toMatch(/^# green tea\n/);
    expect(out).toContain("\nAnswer to green tea\n");
  });

  it("say what is wrong: no such chat, no such file, no chat in it", async () => {
    const place = await setUp(echo, { "notes.json": '{"format":"notes"}' });
    expect(await askAt(place, ["--export", "last"])).toMatchObject({ code: 2, out: "" });
    expect((await askAt(place, ["--export", "nowhere"])).status).toContain('There is no chat "nowhere".');
    expect(await askAt(place, ["--import", join(place.home, "gone.json")])).toMatchObject({ code: 2 });
    const refused = await askAt(place, ["--import", join(place.home, "notes.json")]);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.status).toContain("not a chat");
    expect((await askAt(place, ["--list-chats"])).out).toBe("");
    expect(await readFile(join(place.home, "notes.json"), "utf8")).toContain("notes");
  });
});

describe("C13 --turn-off and --turn-on", () => {
  const offered = (place: Place) => place.server.requests.at(-1)?.tools.map(({ name }) => name) ?? [];

  it("keep a tool from new chats, until it is on again", async () => {
    const place = await setUp(echo);
    const off = await askAt(place, ["--turn-off", "read_file"]);
    expect([off.code, off.out]).toEqual([0, "Turned off: read_file.\n"]);
    expect(JSON.parse((await askAt(place, ["--turn-off", "read_file", "--json"])).out)).toEqual(["read_file"]);
    await asked(place, "one");
    expect(offered(place)).not.toContain("read_file");
    expect(offered(place)).toContain("search_files");
    expect((await askAt(place, ["--turn-on", "read_file"])).out).toBe("Every tool is on.\n");
    await asked(place, "two");
    expect(offered(place)).toContain("read_file");
  });

  it("know the names of the tools", async () => {
    const place = await setUp(echo);
    const { code, status } = await runInProcess([...placeFlags(place), "--turn-off", "reed_file"]);
    expect(code).toBe(2);
    expect(status).toContain('There is no tool "reed_file"');
  });
});
