import { describe, expect, it } from "vitest";
import { userName } from "../../../src/tools/mac/user-name";
import { fakeProgram } from "./fake-program";

const told = async (script: string) => userName(new AbortController().signal, await fakeProgram(script));

describe("C4 the person's name", () => {
  it("is what the system answers to the one question it is asked", async () => {
    expect(await told("if (process.argv.slice(2).join(' ') === '-F') console.log('Mira Öztürk')")).toBe("Mira Öztürk");
  });

  it.each([
    ["says nothing", "console.log('  ')"],
    ["fails", "console.log('id: illegal option'); process.exitCode = 1"],
    ["says far too much", "console.log('x'.repeat(100_000))"],
  ])("is not known where the system %s", async (_, script) => {
    expect(await told(script)).toBeUndefined();
  });

  it("is not known where there is no such program", async () => {
    expect(await userName(new AbortController().signal, "/nowhere/id")).toBeUndefined();
  });

  it("is not waited for when the request ends", async () => {
    const stop = new AbortController();
    const name = userName(stop.signal, await fakeProgram("setInterval(() => undefined, 1000)"));
    stop.abort();
    await expect(name).rejects.toThrow();
  });
});
