import { PassThrough, Writable } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { openLineReader, type LineReader } from "../../src/cli/line-reader";

type Opened = { input: PassThrough; reader: LineReader; interrupts: () => number; shown: () => string };

function open({ isTTY = false } = {}): Opened {
  const input = Object.assign(new PassThrough(), { isTTY });
  let shown = "";
  const screen = new Writable({
    write: (chunk, _encoding, done) => {
      shown += String(chunk);
      done();
    },
  });
  let interrupts = 0;
  const reader = openLineReader(input, Object.assign(screen, { isTTY }), () => (interrupts += 1));
  onTestFinished(() => reader.close());
  return { input, reader, interrupts: () => interrupts, shown: () => shown };
}

const CTRL_C = "\u0003";

describe("lines from a pipe", () => {
  it("wait until somebody asks for them, and then the input has ended", async () => {
    const { input, reader } = open();
    input.end("one\ntwo\r\nthree");
    expect([await reader.next(""), await reader.next(""), await reader.next("")]).toEqual(["one", "two", "three"]);
    expect(reader.hasEnded()).toBe(true);
    expect(await reader.next("")).toBeUndefined();
    expect(await reader.next("")).toBeUndefined();
  });

  it("come whole, whatever their length, and also when they come later than the question", async () => {
    const { input, reader } = open();
    const next = reader.next("");
    input.write("x".repeat(600_000));
    input.write(`${"x".repeat(600_000)}\n`);
    expect((await next)?.length).toBe(1_200_000);
  });

  it("show no prompt: nobody sees it", async () => {
    const { input, reader, shown } = open();
    input.end("one\n");
    await reader.next("› ");
    expect(shown()).toBe("");
  });

  it("are left to others as long as nobody asks", () => {
    const { input, reader } = open();
    input.write("for the script\n");
    reader.close();
    expect(String(input.read())).toBe("for the script\n");
  });
});

describe("Ctrl-C", () => {
  it("as a signal is told, and answers whoever waits with nothing", async () => {
    const { reader, interrupts } = open();
    const next = reader.next("");
    process.emit("SIGINT");
    expect(await next).toBeUndefined();
    expect(interrupts()).toBe(1);
  });

  it("is told also before any line was asked for, and lines go on after it", async () => {
    const { input, reader, interrupts } = open();
    process.emit("SIGINT");
    input.write("after\n");
    expect([interrupts(), await reader.next("")]).toEqual([1, "after"]);
  });

  it("is left to the system again when the reader is closed", () => {
    const before = process.listenerCount("SIGINT");
    const { reader } = open();
    expect(process.listenerCount("SIGINT")).toBe(before + 1);
    reader.close();
    expect(process.listenerCount("SIGINT")).toBe(before);
  });
});

describe("lines from a terminal", () => {
  it("are asked for with a prompt", async () => {
    const { input, reader, shown } = open({ isTTY: true });
    const next = reader.next("› ");
    input.write("hello\r");
    expect(await next).toBe("hello");
    expect(shown()).toContain("› ");
  });

  it("do not begin with what Ctrl-C came into", async () => {
    const { input, reader, interrupts } = open({ isTTY: true });
    const interrupted = reader.next("› ");
    input.write(`half a li${CTRL_C}`);
    expect(await interrupted).toBeUndefined();
    const next = reader.next("› ");
    input.write("whole\r");
    expect([await next, interrupts()]).toEqual(["whole", 1]);
  });

  it("end with Ctrl-D", async () => {
    const { input, reader } = open({ isTTY: true });
    const next = reader.next("› ");
    input.write("\u0004");
    expect(await next).toBeUndefined();
  });
});
