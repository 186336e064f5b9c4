import { deflateSync } from "node:zlib";
import { strToU8, zipSync, type Zippable } from "fflate";
import { PDFDocument, StandardFonts } from "pdf-lib";

/** A PDF with one page for each text; an empty text makes a page with nothing on it, as a scan is to a text reader. */
export async function pdfOf(pages: readonly string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const text of pages) {
    const page = document.addPage([595, 842]);
    if (text !== "") page.drawText(text, { x: 40, y: 780, size: 10, lineHeight: 12, font });
  }
  return document.save({ useObjectStreams: false });
}

/** A PDF that asks for a password: its encryption dictionary fits no password at all. */
export function encryptedPdf(): Uint8Array {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>",
    `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${"0f".repeat(32)}> /U <${"f0".repeat(32)}> >>`,
  ];
  return pdfWith(objects, `/Encrypt 4 0 R /ID [<${"ab".repeat(16)}> <${"ab".repeat(16)}>]`);
}

/** A PDF of one page whose content is the given bytes, packed so many times; `dictionary` is added to the stream's. */
export function pdfWithStream(content: Uint8Array, layers: number, dictionary = ""): Uint8Array {
  let packed = Buffer.from(content);
  for (let layer = 0; layer < layers; layer += 1) packed = deflateSync(packed);
  const filters = "/FlateDecode ".repeat(layers);
  return pdfWith([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << >> >>",
    `<< /Length ${packed.length} /Filter [${filters}] ${dictionary} >>\nstream\n${packed.toString("latin1")}\nendstream`,
  ]);
}

/** A PDF of 1 kB whose page shows a form four times, which shows another four times, and so on, `levels` deep. */
export function tangledPdf(levels: number): Uint8Array {
  const stream = (dictionary: string, content: string) =>
    `<< /Length ${content.length} ${dictionary} >>\nstream\n${content}\nendstream`;
  const four = "/X Do\n".repeat(4);
  const fonts = "/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>";
  const forms = Array.from({ length: levels }, (_, level) =>
    stream(
      `/Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${level + 6} 0 R >> ${fonts} >>`,
      level === levels - 1 ? "BT /F 1 Tf 5 5 Td (abc) Tj ET" : four,
    ),
  );
  return pdfWith([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>",
    stream("", four),
    ...forms,
  ]);
}

/** A PDF of the given objects, numbered from 1; the first is its catalog. */
function pdfWith(objects: readonly string[], trailerEntries = ""): Uint8Array {
  let body = "%PDF-1.5\n";
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const trailer = `<< /Size ${size} /Root 1 0 R ${trailerEntries} >>`;
  // pdf.js refuses a Buffer.
  return Uint8Array.from(
    Buffer.from(
      `${body}xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n${trailer}\nstartxref\n${body.length}\n%%EOF\n`,
      "latin1",
    ),
  );
}

const CONTENT_TYPES =
  '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const RELATIONSHIPS =
  '<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
  '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';

/** A Word document with one paragraph for each text, and further parts as given. */
export function docxOf(paragraphs: readonly string[], extra: Zippable = {}): Uint8Array {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join("");
  return zipSync({
    "[Content_Types].xml": strToU8(CONTENT_TYPES),
    "_rels/.rels": strToU8(RELATIONSHIPS),
    "word/document.xml": strToU8(
      `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    ),
    ...extra,
  });
}

/** The start of an OLE file that holds the named stream, as an encrypted Word document is one. */
export function oleFile(stream: string): Uint8Array {
  return Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(504),
    Buffer.from(stream, "utf16le"),
    Buffer.alloc(512),
  ]);
}
