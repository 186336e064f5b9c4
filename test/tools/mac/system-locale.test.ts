import { describe, expect, it } from "vitest";
import { systemLocale } from "../../../src/tools/mac/system-locale";
import { fakeProgram } from "./fake-program";

const told = async (script: string) => systemLocale(new AbortController().signal, await fakeProgram(script));

describe("C4 the person's locale", () => {
  it.each([
    ["en_US@rg=dezzzz", "en-US-u-rg-dezzzz"],
    ["de_DE", "de-DE"],
    ["zh-Hant_TW", "zh-Hant-TW"],
    ["en_GB@currency=EUR;rg=FRZZZZ", "en-GB-u-rg-frzzzz"],
    ["en_US@calendar=buddhist", "en-US"],
  ])("is what the system has: %s", async (written, tag) => {
    const asked = "process.argv.slice(2).join(' ') === 'read -g AppleLocale'";
    expect(await told(`if (${asked}) console.log(${JSON.stringify(written)})`)).toBe(tag);
  });

  it.each([
    ["says nothing", ""],
    ["says what is no locale", "console.log('?')"],
    ["fails", "process.exitCode = 1"],
  ])("is not known where the system %s", async (_, script) => {
    expect(await told(script)).toBeUndefined();
  });
});
