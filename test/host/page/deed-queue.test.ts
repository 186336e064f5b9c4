import { describe, expect, it, vi } from "vitest";
import type { Deed } from "../frame/deed";
import { deedQueue, type NumberedDeed } from "./deed-queue";

const key = (name: string): Deed => ({ type: "key", key: name, modifiers: [] });
const search = (was: string, text: string): Deed => ({ type: "search", screen: "1", text, was });
const field = (value: string, id = "title"): Deed => ({ type: "field", screen: "1", id, value });

/** A host whose answers the test gives one by one. */
function slowHost() {
  const posts: (readonly NumberedDeed[])[] = [];
  const answers: ((answer: "done" | "again") => void)[] = [];
  const waits: number[] = [];
  const send = deedQueue(
    (deeds) => {
      posts.push(deeds);
      return new Promise((resolve) => answers.push(resolve));
    },
    (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  );
  const answer = async (how: "done" | "again") => {
    const count = posts.length;
    answers.shift()?.(how);
    await vi.waitFor(() => expect(posts.length).toBeGreaterThan(count));
  };
  return { send, posts, answer, waits };
}

describe("H4 deeds on their way to the host", () => {
  it("are numbered, and go one post at a time, those that came meanwhile together", async () => {
    const host = slowHost();
    expect([host.send(key("a")), host.send(key("b")), host.send(key("c"))]).toEqual([1, 2, 3]);
    expect(host.posts).toEqual([[{ number: 1, deed: key("a") }]]);
    await host.answer("done");
    expect(host.posts[1]).toEqual([
      { number: 2, deed: key("b") },
      { number: 3, deed: key("c") },
    ]);
  });

  it("are posted again as they were where the host could not be reached", async () => {
    const host = slowHost();
    host.send(key("a"));
    host.send(key("b"));
    await host.answer("again");
    expect(host.posts[1]).toEqual(host.posts[0]);
    expect(host.waits).toEqual([500]);
    await host.answer("done");
    expect(host.posts[2]).toEqual([{ number: 2, deed: key("b") }]);
  });

  it("join where they are typing in one input, and keep where it began", async () => {
    const host = slowHost();
    host.send(key("x"));
    for (const deed of [search("", "a"), search("a", "ab"), key("return"), search("ab", "abc")]) host.send(deed);
    await host.answer("done");
    expect(host.posts[1]).toEqual([
      { number: 3, deed: search("", "ab") },
      { number: 4, deed: key("return") },
      { number: 5, deed: search("ab", "abc") },
    ]);
  });

  it("join in a form only where they are of the same field", async () => {
    const host = slowHost();
    host.send(key("x"));
    for (const deed of [field("a"), field("ab"), field("c", "notes")]) host.send(deed);
    await host.answer("done");
    expect(host.posts[1]).toEqual([
      { number: 3, deed: field("ab") },
      { number: 4, deed: field("c", "notes") },
    ]);
  });

  it("go in several posts where there are very many", async () => {
    const host = slowHost();
    for (let count = 0; count < 150; count++) host.send(key("a"));
    await host.answer("done");
    await host.answer("done");
    expect(host.posts.map(({ length }) => length)).toEqual([1, 100, 49]);
  });
});
