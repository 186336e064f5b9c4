import { describe, expect, it } from "vitest";
import { openPdf, SlowPageError } from "../../../src/tools/files/pdf-text";
import { tangledPdf } from "./documents";

describe("the text of a PDF page that refers to itself in tangles", () => {
  it("is read where it does not take long", async () => {
    const opened = await openPdf(tangledPdf(2));
    if (!opened.ok) return expect.fail(opened.reason);
    expect((await opened.pdf.pageText(1)).match(/abc/g)).toHaveLength(16);
    await opened.pdf.close();
  });

  it("is given up in time, and everything else has its turn meanwhile", async () => {
    const opened = await openPdf(tangledPdf(12), 50);
    if (!opened.ok) return expect.fail(opened.reason);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    // All of it would be 16 million times the text.
    await expect(opened.pdf.pageText(1)).rejects.toThrow(SlowPageError);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
    await opened.pdf.close();
  });
});
