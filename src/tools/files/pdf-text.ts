import { isPdfBomb } from "./pdf-bomb";

/** A PDF document whose pages are read one at a time. */
export type PdfText = {
  pageCount: number;
  /** The text of a page, from 1; empty where it has none, as a scanned one. */
  pageText(page: number): Promise<string>;
  close(): Promise<void>;
};

/** An opened PDF, or why it cannot be opened. */
export type OpenedPdf =
  { ok: true; pdf: PdfText } | { ok: false; reason: "encrypted" | "broken_pdf" | "unpacks_too_large" };

/** Opens a PDF. The bytes are handed over: the caller does not use them again. */
export async function openPdf(bytes: Uint8Array): Promise<OpenedPdf> {
  if (isPdfBomb(bytes)) return { ok: false, reason: "unpacks_too_large" };
  const { getDocumentProxy } = await import("unpdf");
  try {
    const document = await getDocumentProxy(bytes, { verbosity: 0 });
    const pageText = async (page: number) => {
      const proxy = await document.getPage(page);
      const { items } = await proxy.getTextContent();
      proxy.cleanup();
      const text = items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join("");
      return text.trim();
    };
    return { ok: true, pdf: { pageCount: document.numPages, pageText, close: () => document.loadingTask.destroy() } };
  } catch (error) {
    const needsPassword = error instanceof Error && error.name === "PasswordException";
    return { ok: false, reason: needsPassword ? "encrypted" : "broken_pdf" };
  }
}
