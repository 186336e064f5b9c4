import { PDFDocument, StandardFonts } from "pdf-lib";

const LEFT = 60;
const TOP = 780;
const LINE_HEIGHT = 22;

/** A PDF of one page with real text, one line each. The same lines and date give the same bytes. */
export async function textPdf(lines: readonly string[], date: Date): Promise<Uint8Array> {
  const document = await emptyPdf(date);
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage();
  for (const [index, line] of lines.entries()) {
    page.drawText(line, { x: LEFT, y: TOP - index * LINE_HEIGHT, size: index === 0 ? 18 : 11, font });
  }
  return document.save();
}

/** A PDF that holds only a picture, as a scanner makes it: there is no text to read in it. */
export async function scannedPdf(png: Uint8Array, date: Date): Promise<Uint8Array> {
  const document = await emptyPdf(date);
  const image = await document.embedPng(png);
  const page = document.addPage();
  page.drawImage(image, { x: LEFT, y: 300, width: 400, height: 400 });
  return document.save();
}

/** The library writes the current time where it is not told another. */
async function emptyPdf(date: Date): Promise<PDFDocument> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setCreationDate(date);
  document.setModificationDate(date);
  return document;
}
