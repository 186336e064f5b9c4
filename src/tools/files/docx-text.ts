import { unzipSync, zipSync } from "fflate";

/** The text of a DOCX document, or why there is none. */
export type DocxText =
  { ok: true; text: string } | { ok: false; reason: "broken_docx" | "unpacks_too_large" | "not_docx" };

/** The most bytes that the XML of a document may unpack to; a book of 500 pages has about 8 MB. */
const MAX_UNPACKED_BYTES = 16_000_000;
/**
 * The most elements that the XML of a document may have. Each costs the reader some 2 kB of memory, whatever it holds: a
 * file of 20 kB can have millions, and a window of the launcher ends at about 100 MB.
 */
const MAX_ELEMENTS = 50_000;
const LESS_THAN = 0x3c;
const SLASH = 0x2f;
const TEXT_PART = /^(\[Content_Types\]\.xml|_rels\/\.rels|word\/[^/]+\.xml|word\/_rels\/[^/]+\.rels)$/;

/**
 * Reads the text of a DOCX document. Only the parts that hold text are unpacked, each into a buffer of the size that the
 * archive states for it: a zip bomb, also one that lies about its size, gets no more memory than the limit.
 */
export async function readDocx(bytes: Uint8Array): Promise<DocxText> {
  const parts = unpackText(bytes);
  if (!parts.ok) return parts;
  if (parts.files["word/document.xml"] === undefined) return { ok: false, reason: "not_docx" };
  const mammoth = await import("mammoth");
  try {
    const buffer = Buffer.from(zipSync(parts.files, { level: 0 }));
    const { value } = await mammoth.default.extractRawText({ buffer });
    return { ok: true, text: value.trim() };
  } catch {
    return { ok: false, reason: "broken_docx" };
  }
}

type Unpacked =
  { ok: true; files: Record<string, Uint8Array> } | { ok: false; reason: "broken_docx" | "unpacks_too_large" };

function unpackText(bytes: Uint8Array): Unpacked {
  let total = 0;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!TEXT_PART.test(name)) return false;
        total += originalSize;
        return total <= MAX_UNPACKED_BYTES;
      },
    });
    const isTooLarge = total > MAX_UNPACKED_BYTES || countElements(Object.values(files)) > MAX_ELEMENTS;
    return isTooLarge ? { ok: false, reason: "unpacks_too_large" } : { ok: true, files };
  } catch {
    return { ok: false, reason: "broken_docx" };
  }
}

/** Start tags, more or less: every `<` but those of end tags. */
function countElements(parts: readonly Uint8Array[]): number {
  let elements = 0;
  for (const part of parts) {
    for (let at = part.indexOf(LESS_THAN); at !== -1; at = part.indexOf(LESS_THAN, at + 1)) {
      if (part[at + 1] !== SLASH) elements += 1;
    }
  }
  return elements;
}
