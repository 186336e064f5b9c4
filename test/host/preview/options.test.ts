import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { HELP, OptionError, parseOptions } from "./options";

const ROOT = resolve(import.meta.dirname, "..", "..", "..");
afterEach(() => void vi.unstubAllEnvs());

describe("H1 the options", () => {
  it("without any are Orbit's first command in a made-up home", () => {
    vi.stubEnv("XDG_STATE_HOME", "");
    expect(parseOptions([])).toEqual({
      state: join(homedir(), ".local", "state", "orbit-preview"),
      extension: ROOT,
      command: "ask-orbit",
      popToRootMs: 90_000,
      opensBrowser: true,
      isHelpWanted: false,
    });
    vi.stubEnv("XDG_STATE_HOME", "/state");
    expect(parseOptions([]).state).toBe("/state/orbit-preview");
  });

  it("name folders, the command, and how long it lives on", () => {
    const args = ["--home", tmpdir(), "--state", "kept", "--extension", tmpdir(), "--command", "list", "--no-open"];
    expect(parseOptions([...args, "--pop-to-root", "0.5"])).toEqual({
      home: tmpdir(),
      state: resolve("kept"),
      extension: tmpdir(),
      command: "list",
      popToRootMs: 500,
      opensBrowser: false,
      isHelpWanted: false,
    });
  });

  it("begin with the root search for another extension, and where no command is wanted", () => {
    expect(parseOptions(["--extension", tmpdir()])).not.toHaveProperty("command");
    expect(parseOptions(["--command", ""])).not.toHaveProperty("command");
  });

  it.each([
    [["--home", "/nowhere"], "/nowhere is no folder."],
    [["--home", `${import.meta.filename}/in-a-file`], "in-a-file is no folder."],
    [["--extension", import.meta.filename], "is no folder."],
    [["--pop-to-root", "soon"], "--pop-to-root takes a number of seconds"],
    [["--pop-to-root", ""], "--pop-to-root takes a number of seconds"],
    // A timer would go off at once.
    [["--pop-to-root", "9999999"], "--pop-to-root takes a number of seconds"],
    [["--unknown"], "--unknown"],
    [["word"], "word"],
  ])("that make no sense are refused in a sentence: %j", (args, message) => {
    const parse = () => parseOptions(args);
    expect(parse).toThrow(OptionError);
    expect(parse).toThrow(message);
  });

  it("are all in the help", () => {
    expect(parseOptions(["-h"]).isHelpWanted).toBe(true);
    for (const name of ["home", "state", "extension", "command", "pop-to-root", "no-open"]) {
      expect(HELP).toContain(`--${name}`);
    }
  });
});
