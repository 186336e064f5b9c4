import type { Stats } from "node:fs";
import { ToolError } from "../../agent/tool/tool-error";
import type { UnreadableReason } from "./file-text";

type Words = { summary: string; say: string };

const SHOW = "open_file shows it to the person.";

const WORDS: Record<UnreadableReason | "scanned" | "no_text", Words> = {
  binary: {
    summary: "Not a text file",
    say: `holds no text that can be read (a picture, a recording, a program or other data). ${SHOW}`,
  },
  encrypted: {
    summary: "Protected by a password",
    say: `is protected by a password, which Orbit does not ask for. ${SHOW}`,
  },
  broken_pdf: {
    summary: "The PDF is damaged",
    say: "is no PDF that can be read: the file is damaged or cut off. Tell the person.",
  },
  broken_docx: {
    summary: "The document is damaged",
    say: "is no Word document that can be read: the file is damaged or cut off. Tell the person.",
  },
  unpacks_too_large: { summary: "The document is too large", say: `unpacks to more text than Orbit reads. ${SHOW}` },
  not_docx: {
    summary: "Not a text file",
    say: `is an archive, a spreadsheet, a presentation or another packed document, which Orbit cannot read. ${SHOW}`,
  },
  rich_text: { summary: "Not a text file", say: `is rich text (RTF), which Orbit cannot read. ${SHOW}` },
  old_office: {
    summary: "Not a text file",
    say: `is in an older Office format, which Orbit cannot read; saved as .docx or PDF it could. ${SHOW}`,
  },
  scanned: {
    summary: "Scanned, without text",
    say: `has pages but no text on them: it is a scan. Orbit does not recognise text in pictures. ${SHOW}`,
  },
  no_text: { summary: "No text in the file", say: `has no text in it, only blanks or pictures. ${SHOW}` },
};

/** What a model is told about a file that has no text to give. */
export function unreadableError(shown: string, reason: keyof typeof WORDS): ToolError {
  return new ToolError("unavailable", `${shown} ${WORDS[reason].say}`, { summary: WORDS[reason].summary });
}

/** The same for what is no regular file. A pipe or a device is never opened: reading it could wait for ever. */
export function notRegularError(shown: string, stats: Stats): ToolError {
  if (stats.isDirectory()) {
    return new ToolError("invalid_argument", `${shown} is a folder. Use list_folder.`, {
      summary: "A folder, not a file",
    });
  }
  return new ToolError("unavailable", `${shown} is a pipe, a socket or a device, not a file with content.`, {
    summary: "Not a file",
  });
}
