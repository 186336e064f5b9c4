import { setImmediate as nextTurn } from "node:timers/promises";
import * as z from "zod";
import { isPdfBomb } from "./pdf-bomb";

/** Thrown where a page takes longer than it may. */
export class SlowPageError extends Error {
  override readonly name = "SlowPageError";
}

/** How long one page may take, milliseconds. Pages that refer to themselves in tangles can take hours, in a file of 2 kB. */
const MAX_PAGE_MS = 5_000;

const textChunkSchema = z.object({
  items: z.array(z.object({ str: z.string().default(""), hasEOL: z.boolean().default(false) })),
});

/** A PDF document whose pages are read one at a time. */
export type PdfText = {
  pageCount: number;
  /** The text of a page, from 1; empty where it has none, as a scanned one. Throws `SlowPageError`, and what pdf.js throws. */
  pageText(page: number): Promise<string>;
  close(): Promise<void>;
};

/** An opened PDF, or why it cannot be opened. */
export type OpenedPdf =
  { ok: true; pdf: PdfText } | { ok: false; reason: "encrypted" | "broken_pdf" | "unpacks_too_large" };

const systemClock = (): number => performance.now();

/** Opens a PDF. The bytes are handed over: the caller does not use them again. `now` gives milliseconds. */
export async function openPdf(bytes: Uint8Array, now = systemClock): Promise<OpenedPdf> {
  if (isPdfBomb(bytes)) return { ok: false, reason: "unpacks_too_large" };
  const { getDocumentProxy } = await import("unpdf");
  try {
    const document = await getDocumentProxy(bytes, { verbosity: 0 });
    const pageText = async (page: number) => {
      const proxy = await document.getPage(page);
      const text = await readStream(proxy.streamTextContent().getReader(), now);
      proxy.cleanup();
      return text.trim();
    };
    return { ok: true, pdf: { pageCount: document.numPages, pageText, close: () => document.loadingTask.destroy() } };
  } catch (error) {
    const needsPassword = error instanceof Error && error.name === "PasswordException";
    return { ok: false, reason: needsPassword ? "encrypted" : "broken_pdf" };
  }
}

/** The reader of PDFs never gives way by itself: between two pieces everything else gets its turn, Stop and deadline too. */
async function readStream(reader: ReadableStreamDefaultReader<unknown>, now: () => number): Promise<string> {
  const until = now() + MAX_PAGE_MS;
  const pieces: string[] = [];
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const { items } = textChunkSchema.parse(next.value);
    pieces.push(...items.map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str)));
    await nextTurn();
    if (now() < until) continue;
    const tooSlow = new SlowPageError("The page takes too long.");
    await reader.cancel(tooSlow);
    throw tooSlow;
  }
  return pieces.join("");
}
