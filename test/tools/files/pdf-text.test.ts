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

  it("is given up after five seconds, and everything else has its turn meanwhile", async () => {
    // All of it would be 16 million times the text. Each look at the clock takes a second here.
    let seconds = 0;
    const opened = await openPdf(tangledPdf(12), () => 1_000 * seconds++);
    if (!opened.ok) return expect.fail(opened.reason);
    let turns = 0;
    let isReading = true;
    const takeTurns = () => {
      turns += 1;
      if (isReading) setImmediate(takeTurns);
    };
    takeTurns();
    await expect(opened.pdf.pageText(1)).rejects.toThrow(SlowPageError);
    isReading = false;
    expect(seconds).toBe(6);
    expect(turns).toBeGreaterThanOrEqual(5);
    await opened.pdf.close();
  });
});
