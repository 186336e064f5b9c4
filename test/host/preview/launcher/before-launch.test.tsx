import { describe, expect, it, onTestFinished } from "vitest";
import { LaunchType } from "../../api";
import { Session } from "../../command/session";
import type { LaunchRequest } from "../launch-request";
import { memoryServices } from "./sample-extension";
import { startBeforeLaunch, startLauncher } from "./start-launcher";

const request = (command: string, more: Partial<LaunchRequest> = {}): LaunchRequest => ({
  command,
  arguments: {},
  launchType: LaunchType.UserInitiated,
  ...more,
});

describe("H3 a command that lacks a required argument", () => {
  function open() {
    const { services, launched } = memoryServices();
    const session = new Session(startLauncher(services));
    onTestFinished(() => session.close());
    session.select("Create Note");
    session.press();
    return { session, launched };
  }

  it("is asked for its arguments first, each in a field of its kind", () => {
    const { session, launched } = open();
    expect(launched).toEqual([]);
    expect(session.navigationTitle).toBe("Create Note");
    expect(session.fields.map(({ id, kind, title, value }) => [id, kind, title, value])).toEqual([
      ["title", "Form.TextField", "Title", ""],
      ["pin", "Form.PasswordField", "PIN", ""],
      ["folder", "Form.Dropdown", "Folder", ""],
    ]);
  });

  it("does not start without it: the field says so and has the focus, until something is typed", () => {
    const { session, launched } = open();
    session.focus("pin");
    session.submit();
    expect([session.field("title").error, session.focused]).toEqual(["Required", "title"]);
    expect(session.field("pin").error).toBeUndefined();
    session.fill("title", "Milk");
    expect(session.field("title").error).toBeUndefined();
    expect(launched).toEqual([]);
  });

  it("starts with what was filled in, and nothing for what was left empty", () => {
    const { session, launched } = open();
    session.fill("title", "Milk");
    session.fill("folder", "in");
    session.shortcut(["cmd"], "return");
    expect(launched).toEqual([request("create-note", { arguments: { title: "Milk", folder: "in" } })]);
  });
});

describe("H3 a command that lacks a required preference", () => {
  it("is asked for it first, in a sentence, and starts when it is stored", () => {
    const { services, launched } = memoryServices();
    const session = new Session(startLauncher(services));
    onTestFinished(() => session.close());
    session.select("Clock");
    session.press();
    expect(session.descriptions[0]).toBe("Clock cannot start before this is set.");
    expect(session.fields.map(({ title }) => title)).toEqual(["Zone"]);
    session.press("Continue");
    expect([session.field("clock:zone").error, launched]).toEqual(["Required", []]);
    session.fill("clock:zone", "UTC");
    session.press("Continue");
    expect(services.preferences().commands).toEqual({ clock: { zone: "UTC" } });
    expect(launched).toEqual([request("clock")]);
  });
});

describe("H3 a launch that does not come from the root search", () => {
  it("needs no form where nothing is missing, and none for a fallback text", () => {
    const { services } = memoryServices();
    expect(startBeforeLaunch(services, request("ask"))).toBeUndefined();
    expect(startBeforeLaunch(services, request("create-note", { arguments: { title: "Milk" } }))).toBeUndefined();
    expect(startBeforeLaunch(services, request("create-note", { fallbackText: "Milk" }))).toBeUndefined();
    expect(startBeforeLaunch(services, request("no-such-command"))).toBeUndefined();
  });

  it("keeps what it came with while the rest is asked for", () => {
    const { services, launched } = memoryServices();
    const command = startBeforeLaunch(
      services,
      request("create-note", { arguments: { pin: "1234" }, context: { from: "ask" } }),
    );
    if (!command) throw new Error("There is no form.");
    const session = new Session(command);
    onTestFinished(() => session.close());
    session.fill("title", "Milk");
    session.submit();
    expect(launched).toEqual([
      request("create-note", { arguments: { title: "Milk", pin: "1234" }, context: { from: "ask" } }),
    ]);
  });
});
