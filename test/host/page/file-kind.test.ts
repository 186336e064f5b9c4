import { expect, test } from "vitest";
import { fileKind } from "./file-kind";

test.each([
  ["pdf", "pdf"],
  ["docx", "document"],
  ["csv", "table"],
  ["md", "text"],
  ["ts", "code"],
  ["heic", "image"],
  ["m4a", "audio"],
  ["mov", "video"],
  ["zip", "archive"],
  ["app", "app"],
  ["", "plain"],
  ["constructor", "plain"],
])("H2 a file that ends in %o is drawn as %s", (extension, kind) => {
  expect(fileKind(extension)).toBe(kind);
});
