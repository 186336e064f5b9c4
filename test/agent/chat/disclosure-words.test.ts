import { describe, expect, it } from "vitest";
import { disclosureWords } from "../../../src/agent/chat/disclosure-words";
import { disclosureKindSchema, type DisclosureKind } from "../../../src/agent/tool/disclosure";

const WORDS: Record<DisclosureKind, [one: string, two: string]> = {
  fileNames: ["1 file name", "2 file names"],
  fileContents: ["1 file", "2 files"],
  emails: ["1 email", "2 emails"],
  notes: ["1 note", "2 notes"],
  events: ["1 event", "2 events"],
  reminders: ["1 reminder", "2 reminders"],
  contacts: ["1 contact", "2 contacts"],
  photos: ["Details of 1 photo", "Details of 2 photos"],
  selection: ["1 selected item", "2 selected items"],
  images: ["1 image", "2 images"],
  shortcuts: ["1 shortcut name", "2 shortcut names"],
  shortcutOutputs: ["The output of 1 shortcut", "The output of 2 shortcuts"],
  windowTitles: ["1 window title", "2 window titles"],
  calendarNames: ["1 calendar name", "2 calendar names"],
  reminderListNames: ["1 reminder list name", "2 reminder list names"],
  folderNames: ["1 folder name", "2 folder names"],
  mailboxNames: ["1 mailbox name", "2 mailbox names"],
  albumNames: ["1 album name", "2 album names"],
};

describe("C10 the words of a note on what was sent", () => {
  it.each(disclosureKindSchema.options)("name %s, one and several", (kind) => {
    const words = [1, 2].map((count) => disclosureWords([{ kind, count }], "Claude"));
    expect(words).toEqual(WORDS[kind].map((each) => `${each} sent to Claude`));
  });

  it("join the kinds, and name the recipient, known or not", () => {
    const names = { kind: "fileNames", count: 3 } as const;
    const file = { kind: "fileContents", count: 1 } as const;
    const photos = { kind: "photos", count: 2 } as const;
    expect(disclosureWords([names, file], "llm.example")).toBe("3 file names and 1 file sent to llm.example");
    expect(disclosureWords([names, file, photos], "the model on this Mac")).toBe(
      "3 file names, 1 file and details of 2 photos sent to the model on this Mac",
    );
    expect(disclosureWords([names], "")).toBe("3 file names sent to the language model");
  });
});
