import { describe, expect, it } from "vitest";
import { createToolCallAssembler } from "../../../src/providers/openai/tool-call-assembler";
import type { ToolCallFragment } from "../../../src/providers/openai/read-chunk";
import { countingIds } from "../harness";

type Piece = Partial<ToolCallFragment>;

function assemble(...pieces: Piece[]) {
  const newId = countingIds();
  const announced: string[] = [];
  const assembler = createToolCallAssembler(
    () => `made_${newId()}`,
    (id, name) => announced.push(`${id} ${name}`),
  );
  for (const piece of pieces) {
    assembler.add({ index: undefined, id: undefined, name: undefined, arguments: "", extra: undefined, ...piece });
  }
  const before = [...announced];
  const calls = assembler.finish();
  return {
    calls,
    announced,
    announcedWhileStreaming: before,
    short: calls.map(({ id, name, rawInput }) => [id, name, rawInput]),
  };
}

describe("P3 the tool call assembler", () => {
  it("joins the fragments of an index, also where calls interleave", () => {
    const { short } = assemble(
      { index: 0, id: "a", name: "search", arguments: '{"q":' },
      { index: 1, id: "b", name: "read", arguments: '{"p":' },
      { index: 0, arguments: "1}" },
      { index: 1, arguments: "2}" },
    );
    expect(short).toEqual([
      ["a", "search", '{"q":1}'],
      ["b", "read", '{"p":2}'],
    ]);
  });

  it("a known id names its call, whatever the index says", () => {
    const { short } = assemble(
      { index: 0, id: "a", name: "search", arguments: "{" },
      { index: 1, id: "b", name: "read", arguments: "{}" },
      { index: 1, id: "a", name: "search", arguments: "}" },
    );
    expect(short).toEqual([
      ["a", "search", "{}"],
      ["b", "read", "{}"],
    ]);
  });

  it("a new id with a name starts a call on a taken index (ai-dynamo/dynamo#4723)", () => {
    const { short } = assemble(
      { index: 0, id: "a", name: "search", arguments: '{"q":1}' },
      { index: 0, id: "b", name: "search", arguments: '{"q":' },
      { index: 0, arguments: "2}" },
    );
    expect(short).toEqual([
      ["a", "search", '{"q":1}'],
      ["b", "search", '{"q":2}'],
    ]);
  });

  it("a new id without a name goes on with the call of its index", () => {
    expect(
      assemble({ index: 0, id: "a", name: "search", arguments: "{" }, { index: 0, id: "b", arguments: "}" }).short,
    ).toEqual([["a", "search", "{}"]]);
  });

  it("takes an id that comes late", () => {
    const { short, announcedWhileStreaming } = assemble(
      { index: 0, name: "search", arguments: "{" },
      { index: 0, id: "a", arguments: "}" },
    );
    expect(short).toEqual([["a", "search", "{}"]]);
    expect(announcedWhileStreaming).toEqual(["a search"]);
  });

  it("without index and id: goes on with the last call, until a name comes after complete arguments", () => {
    const { short } = assemble(
      { name: "search", arguments: '{"q":' },
      { arguments: "1}" },
      { name: "search", arguments: '{"q":2}' },
    );
    expect(short).toEqual([
      ["made_1", "search", '{"q":1}'],
      ["made_2", "search", '{"q":2}'],
    ]);
  });

  it("a name that is repeated with every fragment starts nothing", () => {
    const { short } = assemble(
      { index: 0, name: "search", arguments: '{"q":' },
      { index: 0, name: "search", arguments: "1" },
      { index: 0, name: "search", arguments: "}" },
      { index: 0, name: "search", arguments: "" },
    );
    expect(short).toEqual([["made_1", "search", '{"q":1}']]);
  });

  it("without ids on one index: another name starts another call", () => {
    const { short } = assemble(
      { index: 0, name: "search", arguments: "{}" },
      { index: 0, name: "read", arguments: '{"p":1}' },
      { index: 0, name: "read", arguments: '{"p":2}' },
    );
    expect(short.map(([, name, raw]) => [name, raw])).toEqual([
      ["search", "{}"],
      ["read", '{"p":1}'],
      ["read", '{"p":2}'],
    ]);
  });

  it("another name starts another call also where the one before has no arguments", () => {
    expect(assemble({ index: 0, name: "search" }, { index: 0, name: "read" }).short).toEqual([
      ["made_1", "search", ""],
      ["made_2", "read", ""],
    ]);
  });

  it.each([
    ["with ids", { id: "a" }, { id: "b" }],
    ["without ids", {}, {}],
  ])(
    "a call whose index another took does not run without arguments where that one got those of both: %s",
    (_what, one, other) => {
      const { calls } = assemble(
        { index: 0, name: "search", ...one },
        { index: 0, name: "read", ...other },
        { index: 0, arguments: '{"q":1}' },
        { index: 0, arguments: '{"path":"b"}' },
      );
      const inputError: unknown = expect.any(String);
      expect(calls).toMatchObject([
        { name: "search", input: {}, inputError },
        { name: "read", input: {}, inputError },
      ]);
    },
  );

  it("a call without arguments runs where another took its index and got its own", () => {
    const { calls } = assemble(
      { index: 0, id: "a", name: "search" },
      { index: 1, id: "b", name: "search", arguments: "{}" },
      { index: 1, id: "c", name: "search" },
      { index: 1, id: "d", name: "search", arguments: '{"q":1}' },
      { id: "e", name: "search" },
    );
    expect(calls.map(({ input, inputError }) => inputError ?? input)).toEqual([{}, {}, {}, { q: 1 }, {}]);
  });

  it("takes a name after the arguments, and announces the call then, once", () => {
    const { short, announced } = assemble(
      { index: 0, id: "a", arguments: "{" },
      { index: 0, name: "search" },
      { index: 0, name: "search", arguments: "}" },
    );
    expect(short).toEqual([["a", "search", "{}"]]);
    expect(announced).toEqual(["a search"]);
  });

  it("takes an index that is sent from the second fragment on, and any index as a mere name", () => {
    expect(assemble({ id: "a", name: "f", arguments: "{" }, { index: 0, arguments: "}" }).short).toEqual([
      ["a", "f", "{}"],
    ]);
    expect(
      assemble({ index: 4_294_967_295, id: "a", name: "f" }, { index: 4_294_967_295, arguments: "{}" }).short,
    ).toEqual([["a", "f", "{}"]]);
  });

  it("gives calls without an id one each, and announces them at the end", () => {
    const { short, announced, announcedWhileStreaming } = assemble({ index: 0, name: "f" }, { index: 1, name: "f" });
    expect(short.map(([id]) => id)).toEqual(["made_1", "made_2"]);
    expect(announcedWhileStreaming).toEqual([]);
    expect(announced).toEqual(["made_1 f", "made_2 f"]);
  });

  it("parses arguments once they are whole: cut ones never run, and their text is kept", () => {
    const [call] = assemble({ index: 0, id: "a", name: "write", arguments: '{"path":"a","content":"ab' }).calls;
    expect(call).toMatchObject({ input: {}, rawInput: '{"path":"a","content":"ab' });
    expect(call?.inputError).toBeDefined();
  });

  it("P3 keeps what the server wants back with a call, whichever fragment brings it; the first counts", () => {
    const google = (thought_signature: string) => ({ google: { thought_signature } });
    const [call] = assemble(
      { index: 0, id: "a", name: "f", extra: { extra_content: google("SIG") } },
      { index: 0, arguments: "{}" },
      { index: 0, extra: { extra_content: google("other"), provider_specific_fields: { x: 1 } } },
    ).calls;
    expect(call?.extra).toEqual({ extra_content: google("SIG"), provider_specific_fields: { x: 1 } });
    expect(assemble({ index: 0, id: "a", name: "f" }).calls[0]).not.toHaveProperty("extra");
  });

  it("leaves out a call that never was more than an id, and keeps a nameless one to be refused", () => {
    expect(assemble({ index: 0, id: "a" }).calls).toEqual([]);
    expect(assemble({ index: 0, id: "a", arguments: "{}" }).short).toEqual([["a", "", "{}"]]);
  });

  it.each([
    ["closed", '{"a":{"b":[1]}}', true],
    ["closed, then blanks", "{} \r\n\t", true],
    ["a list", "[{}]", true],
    ["encoded twice", '"{\\"a\\":1}"', true],
    ["a raw line end in a string, which is mended later", '{"a":"b\nc"}', true],
    ["closed but wrong, which nothing could mend", '{"a":}', true],
    ["nothing", "", false],
    ["blanks", " ", false],
    ["open", '{"a":{}', false],
    ["a bracket in a string", '{"a":"}', false],
    ["an escaped quote", '{"a":"\\"}', false],
    ["an escaped backslash before the quote", '{"a":"\\\\"}', true],
    ["two objects", "{}{}", false],
    ["a number, which could go on", "12", false],
    ["a bracket too many", "}", false],
  ])("P3 without ids, a repeated name starts another call after complete arguments only: %s", (_what, json, isNew) => {
    for (const pieces of [[json], json.split("")]) {
      const { calls } = assemble({ index: 0, name: "f" }, ...pieces.map((piece) => ({ index: 0, arguments: piece })), {
        index: 0,
        name: "f",
        arguments: "{}",
      });
      expect(calls.length).toBe(isNew ? 2 : 1);
    }
  });

  it.each([
    ["with its index", 0],
    ["without an index", undefined],
  ])("P3 long arguments whose name comes with every fragment %s cost their length, not its square", (_how, index) => {
    // Every piece ends in a bracket, inside a string.
    const pieces = Array.from({ length: 40_000 }, () => ({ index, name: "f", arguments: "twenty characters, }" }));
    const started = performance.now();
    const { calls } = assemble({ index, name: "f", arguments: '{"a":"' }, ...pieces, {
      index,
      name: "f",
      arguments: '"}',
    });
    expect(calls.map((call) => call.rawInput.length)).toEqual([800_008]);
    // Some 50 ms; looking at all of it again with each piece takes a quarter of a minute.
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
