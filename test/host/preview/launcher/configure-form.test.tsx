import { homedir } from "node:os";
import { describe, expect, it, onTestFinished } from "vitest";
import { Session } from "../../command/session";
import { commandNamed } from "../extension";
import type { StoredPreferences } from "../preferences";
import { memoryServices } from "./sample-extension";
import type { LauncherServices } from "./services";
import { startLauncher, startPreferences } from "./start-launcher";

function open(stored?: StoredPreferences) {
  const { services } = memoryServices(stored);
  const session = new Session(startLauncher(services));
  onTestFinished(() => session.close());
  session.select("Notes Preferences");
  session.press();
  return { session, services };
}

describe("H3 the preferences form", () => {
  it("has a field of the right kind for each preference, with what is set or else the default", () => {
    const { session } = open({ extension: { token: "secret", folder: "/notes", sort: "title" }, commands: {} });
    expect(session.navigationTitle).toBe("Notes Preferences");
    expect(session.fields.map(({ title, kind, value }) => [title, kind, value])).toEqual([
      ["Folder", "Form.FilePicker", ["/notes"]],
      ["Token", "Form.PasswordField", "secret"],
      ["Sort By", "Form.TextField", "title"],
      ["Sync", "Form.Checkbox", false],
      ["Editor", "Form.Dropdown", "com.apple.TextEdit"],
    ]);
    expect(session.field(":token").info).toBe("From the web page.");
  });

  it("says where the values are stored, with the home folder as ~", () => {
    const { services } = memoryServices();
    const sentence = (preferencesFile: string) => {
      const session = new Session(startPreferences({ ...services, preferencesFile }));
      const text = session.descriptions.at(-1);
      session.close();
      return text;
    };
    expect(sentence("/state/preferences.json")).toBe("Stored in /state/preferences.json, which only you can read.");
    expect(sentence(`${homedir()}/p.json`)).toBe("Stored in ~/p.json, which only you can read.");
  });

  it("says so when there is nothing to set", () => {
    const { services } = memoryServices();
    const extension = { ...services.extension, preferences: [] };
    const session = new Session(startPreferences({ ...services, extension }));
    onTestFinished(() => session.close());
    expect([session.fields, session.descriptions]).toEqual([[], ["There is nothing to set."]]);
  });

  it("stores what differs from the defaults, goes back and says so", () => {
    const { session, services } = open();
    session.fill(":token", "secret");
    session.fill(":sync", true);
    session.fill(":folder", ["/notes"]);
    session.shortcut(["cmd"], "return");
    expect(services.preferences()).toEqual({
      extension: { token: "secret", sync: true, folder: "/notes" },
      commands: {},
    });
    expect([session.kind, session.toast?.title]).toEqual(["List", "Preferences Saved"]);
  });

  it("forgets what is emptied or set back to its default", () => {
    const { session, services } = open({ extension: { token: "secret", sort: "title", sync: true }, commands: {} });
    session.fill(":token", "");
    session.fill(":sort", "date");
    session.submit();
    expect(services.preferences().extension).toEqual({ sync: true });
  });

  it("of a command has its own preferences too, and refuses to lose a required one", () => {
    const { services } = memoryServices({ extension: {}, commands: { clock: { zone: "UTC" } } });
    const session = openCommand(services, "clock");
    expect(session.navigationTitle).toBe("Clock Preferences");
    expect(session.fields.slice(-2).map(({ title, value }) => [title, value])).toEqual([
      ["Zone", "UTC"],
      ["Hours", "24"],
    ]);
    session.fill("clock:zone", "");
    session.submit();
    expect(session.field("clock:zone").error).toBe("Required");
    expect(services.preferences().commands).toEqual({ clock: { zone: "UTC" } });
  });

  it("ends when it was brought up over something else and is saved", () => {
    const { services } = memoryServices({ extension: {}, commands: { clock: { zone: "UTC" } } });
    const session = openCommand(services, "clock");
    session.submit();
    expect(session.screens).toEqual([]);
  });

  function openCommand(services: LauncherServices, name: string) {
    const session = new Session(startPreferences(services, commandNamed(services.extension, name)));
    onTestFinished(() => session.close());
    return session;
  }
});
