import { strToU8, zipSync } from "fflate";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = "http://schemas.openxmlformats.org";

/** The parts of a Word document that every reader wants, apart from the text. */
const PARTS = {
  "[Content_Types].xml":
    `${XML}<Types xmlns="${OFFICE}/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Override PartName="/word/document.xml" ' +
    'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  "_rels/.rels":
    `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" ` +
    `Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
};

/** A Word document of plain paragraphs. The same paragraphs give the same bytes. */
export function docx(paragraphs: readonly string[]): Uint8Array {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`);
  const document = `${XML}<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:body>${body.join("")}</w:body></w:document>`;
  const parts = Object.entries({ ...PARTS, "word/document.xml": document });
  // A zip file holds times; the oldest that it can hold keeps the bytes the same on every day.
  return zipSync(Object.fromEntries(parts.map(([name, xml]) => [name, strToU8(xml)])), { mtime: "1980-01-02" });
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
