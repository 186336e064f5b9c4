import { constants, inflateSync } from "node:zlib";
import { errorCode } from "./file-error";

/** What a stream may always unpack to, and how many times its own size if that is more, and the most in any case. Bytes. */
const ALWAYS_ALLOWED = 16_000_000;
const MAX_RATIO = 20;
const MAX_STREAM_BYTES = 100_000_000;
/** A stream can be packed more than once. */
const MAX_LAYERS = 4;

/** How far before a stream its dictionary is looked for. */
const DICTIONARY_BYTES = 1_024;
const IMAGE = /\/Subtype\s*\/Image\b/;

/**
 * True for a PDF whose text or fonts unpack to many times what a document needs: its reader would keep all of it in memory
 * and would not let Stop or the deadline through meanwhile. Pictures do not count, they are never unpacked for text.
 */
export function isPdfBomb(bytes: Uint8Array): boolean {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = data.indexOf("stream"); at !== -1; at = data.indexOf("stream", at)) {
    const end = data.indexOf("endstream", at);
    const dictionary =
      data
        .toString("latin1", Math.max(0, at - DICTIONARY_BYTES), at)
        .split("endobj")
        .at(-1) ?? "";
    const stop = end === -1 ? data.length : end;
    if (!IMAGE.test(dictionary) && unpacksTooLarge(streamData(data, at, stop))) return true;
    at = stop + "endstream".length;
  }
  return false;
}

/** The bytes of a stream: they begin after the line break that follows the word. */
function streamData(data: Buffer, at: number, end: number): Buffer {
  const start = data.indexOf("\n", at);
  return data.subarray(start === -1 || start > end ? end : start + 1, end);
}

function unpacksTooLarge(packed: Buffer): boolean {
  const maxOutputLength = Math.min(Math.max(ALWAYS_ALLOWED, packed.length * MAX_RATIO), MAX_STREAM_BYTES);
  let layer = packed;
  try {
    // A stream that is cut off still gives what is there, as it does to the reader.
    for (let count = 0; count < MAX_LAYERS && layer.length > 0; count += 1) {
      layer = inflateSync(layer, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
    }
  } catch (error) {
    return errorCode(error) === "ERR_BUFFER_TOO_LARGE";
  }
  return false;
}
