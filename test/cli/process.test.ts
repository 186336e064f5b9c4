import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listen } from "../providers/raw-server";
import { askAt, placeFlags, setUp, type Place } from "./harness";
import { spawnProgram, type Spawned } from "./spawned";

const spawnAsk = (place: Place, ...args: string[]): Spawned =>
  spawnProgram("src/cli/ask.ts", [...placeFlags(place), ...args]);

describe("M2.4 ask as a process", () => {
  it("writes the answer to stdout and the rest to stderr, and takes a chat from a pipe", async () => {
    const place = await setUp(({ lastUserText }) => ({ text: `${lastUserText.length} characters` }));
    const ask = spawnAsk(place);
    ask.typeAll(`Hello\n${"x".repeat(1_000_000)}\nHello again`);
    expect(await ask.ended).toEqual({
      code: 0,
      out: "5 characters\n11 characters\n",
      status:
        "Orbit in the terminal. Write a question, or /new, /retry, /switch, /quit.\n" +
        "· Asking the model on this Mac (scripted)…\n" +
        "! The question is too long to send. Put long text into a file and ask about the file.\n",
    });
  });

  it("stops at SIGINT where the model never answers, though its input stays open; the chat goes on from there", async () => {
    const asked = Promise.withResolvers<undefined>();
    const place = await setUp([
      () => {
        asked.resolve(undefined);
        return { never: true };
      },
      { text: "Here." },
    ]);
    const ask = spawnAsk(place, "--json", "Hello");
    await asked.promise;
    ask.child.kill("SIGINT");
    const { code, out } = await ask.ended;
    expect(out).toMatch(/"type":"notice".*"Stopped\."[^]*"type":"end","end":"stopped"/);
    expect(code).toBe(1);
    expect(await askAt(place, ["--chat", "last", "Still there?"])).toMatchObject({ code: 0, out: "Here.\n" });
    expect(place.server.rejections).toEqual([]);
  });

  it("P4 ends within a second of Ctrl-C, also where a server never says a word of TLS", async () => {
    const { home } = await setUp([]);
    const silent = await listen();
    const ask = spawnProgram("src/cli/ask.ts", [
      ...["--home", home, "--base-url", `https://127.0.0.1:${silent.port}/v1`, "--model", "m", "Hello"],
    ]);
    await silent.connected;
    ask.child.kill("SIGINT");
    await ask.shows("Stopped.");
    const stopped = performance.now();
    expect((await ask.ended).code).toBe(1);
    expect(performance.now() - stopped).toBeLessThan(1_000);
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("C6 lets go of its chat at %s, so that the next run can have it at once", async (signal, ended) => {
    const asked = Promise.withResolvers<undefined>();
    const place = await setUp([
      () => {
        asked.resolve(undefined);
        return { never: true };
      },
      { text: "Here." },
    ]);
    const ask = spawnAsk(place, "Hello");
    await asked.promise;
    ask.child.kill(signal);
    expect((await ask.ended).code).toBe(ended);
    expect(await askAt(place, ["--chat", "last", "Still there?"])).toMatchObject({ code: 0, out: "Here.\n" });
  });

  it("M3.2 killed while a form waits, leaves the form to the next run", async () => {
    const place = await setUp([
      { toolCalls: [{ name: "create_file", input: { path: "~/a.txt", content: "one" } }] },
      { text: "Written." },
      { text: "Next." },
    ]);
    const ask = spawnAsk(place, "Write it");
    ask.type("what?\n");
    await ask.shows("Write run or cancel");
    ask.child.kill("SIGKILL");
    expect((await ask.ended).code).toBe(-1);
    const { out, status } = await askAt(place, ["--chat", "last", "And now?"], { lines: ["run"] });
    expect(status).toContain("? Create File\n");
    expect(out).toBe("Written.\nNext.\n");
    expect(await readFile(join(place.home, "a.txt"), "utf8")).toBe("one");
  });

  it("ends without a word when the reader of its answer has gone", async () => {
    const place = await setUp(() => ({ text: ["first ", "second "], deltaDelayMs: 20 }));
    const ask = spawnAsk(place, "Hello");
    ask.child.stdout?.destroy();
    expect(await ask.ended).toEqual({ code: 1, out: "", status: "· Asking the model on this Mac (scripted)…\n" });
  });
});
