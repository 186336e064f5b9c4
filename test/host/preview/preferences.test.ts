import { describe, expect, it } from "vitest";
import { commandNamed, type Extension } from "./extension";
import { sampleExtension } from "./launcher/sample-extension";
import { missingPreferences, NO_PREFERENCES, preferenceStates, preferenceValues, withPreferences } from "./preferences";

function commandOf(extension: Extension, name: string) {
  const command = commandNamed(extension, name);
  if (!command) throw new Error(`no command ${name}`);
  return command;
}

describe("H3 the preferences of a command", () => {
  const textEdit = { name: "TextEdit", bundleId: "com.apple.TextEdit", path: "/System/Applications/TextEdit.app" };

  it("are the defaults under what the person set; an app comes whole, and what is not set is absent", () => {
    const extension = sampleExtension();
    const clock = commandOf(extension, "clock");
    expect(preferenceValues(extension, clock, NO_PREFERENCES)).toEqual({
      sort: "date",
      sync: false,
      editor: textEdit,
      hours: "24",
    });
    const stored = {
      extension: { sort: "", sync: true, editor: "com.apple.mail" },
      commands: { clock: { zone: "UTC" } },
    };
    expect(preferenceValues(extension, clock, stored)).toMatchObject({
      sort: "",
      sync: true,
      editor: { name: "Mail" },
      zone: "UTC",
    });
  });

  it("are those of its own extension and of no other command", () => {
    const extension = sampleExtension();
    const ask = commandOf(extension, "ask");
    expect(preferenceValues(extension, ask, { extension: {}, commands: { clock: { zone: "UTC" } } })).toEqual({
      sort: "date",
      sync: false,
      editor: textEdit,
    });
  });

  it("are missing only where they are required and empty", () => {
    const extension = sampleExtension();
    const clock = commandOf(extension, "clock");
    const missing = (zone: string) =>
      missingPreferences(extension, clock, { extension: {}, commands: { clock: { zone } } }).map(
        ({ preference }) => preference.name,
      );
    expect([missing(""), missing("UTC")]).toEqual([["zone"], []]);
  });

  it("are not stored while they are the default or empty; an emptied default is", () => {
    const extension = sampleExtension();
    const change = (values: Record<string, string | boolean>) =>
      withPreferences(
        { extension: { token: "old", sort: "title" }, commands: {} },
        preferenceStates(extension, undefined, NO_PREFERENCES)
          .filter(({ preference }) => preference.name in values)
          .map((state) => ({ ...state, value: values[state.preference.name] })),
      ).extension;
    expect(change({ sort: "date", token: "", editor: "com.apple.TextEdit", sync: false })).toEqual({});
    expect(change({ sort: "", sync: true })).toEqual({ token: "old", sort: "", sync: true });
  });
});
