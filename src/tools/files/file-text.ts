import { decodeText } from "./decode-text";
import { readDocx, type DocxText } from "./docx-text";
import { extensionOf } from "./file-kinds";
import { openPdf, type PdfText } from "./pdf-text";

/** Why a file has no text that can be read. */
export type UnreadableReason =
  "binary" | "encrypted" | "broken_pdf" | "broken_docx" | "unpacks_too_large" | "not_docx" | "rich_text" | "old_office";

/** What is in a file, told by its content rather than its name. */
export type FileText =
  | { format: "text" | "docx"; text: string }
  | { format: "pdf"; pdf: PdfText }
  | { format: "unreadable"; reason: UnreadableReason };

const OLE_MAGIC = [0xd0, 0xcf, 0x11, 0xe0];
const ZIP_MAGIC = [0x50, 0x4b, 0x03, 0x04];
const HEAD_BYTES = 16;
/** The stream of an OLE file that holds an encrypted Office document. */
const ENCRYPTED_PACKAGE = Buffer.from("EncryptedPackage", "utf16le");

/** Takes the text out of a file's bytes, which the caller does not use again. A PDF must be closed by the caller. */
export async function extractText(bytes: Uint8Array, name: string): Promise<FileText> {
  const extension = extensionOf(name);
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1");
  if (head.startsWith("%PDF-") || extension === "pdf") {
    const opened = await openPdf(bytes);
    return opened.ok ? { format: "pdf", pdf: opened.pdf } : { format: "unreadable", reason: opened.reason };
  }
  if (startsWith(bytes, OLE_MAGIC)) return { format: "unreadable", reason: oleReason(bytes) };
  if (startsWith(bytes, ZIP_MAGIC) || extension === "docx") {
    const docx = await readDocx(bytes);
    if (docx.ok) return { format: "docx", text: docx.text };
    return { format: "unreadable", reason: archiveReason(docx.reason, extension) };
  }
  if (head.startsWith("{\\rtf")) return { format: "unreadable", reason: "rich_text" };
  const text = decodeText(bytes);
  return text === undefined ? { format: "unreadable", reason: "binary" } : { format: "text", text };
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

/** A document that lacks its text is broken, any other archive that cannot be read is simply no document. */
function archiveReason(reason: Exclude<DocxText, { ok: true }>["reason"], extension: string): UnreadableReason {
  if (reason === "unpacks_too_large") return reason;
  return extension === "docx" ? "broken_docx" : "not_docx";
}

function oleReason(bytes: Uint8Array): UnreadableReason {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(ENCRYPTED_PACKAGE)
    ? "encrypted"
    : "old_office";
}
