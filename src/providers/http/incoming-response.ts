import type { IncomingMessage } from "node:http";
import { pipeline, type Duplex, type Readable } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = constants;

/** What a server may have packed a body in, though nobody asked it to. Each piece is unpacked as it comes. */
const UNPACKERS: Readonly<Record<string, () => Duplex>> = {
  gzip: () => createGunzip({ flush: Z_SYNC_FLUSH }),
  "x-gzip": () => createGunzip({ flush: Z_SYNC_FLUSH }),
  deflate: () => createInflate({ flush: Z_SYNC_FLUSH }),
  br: () => createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH }),
};

const WITHOUT_BODY = [204, 205, 304];

/** An answer of node:http as fetch gives it: its body streams, and fails with the errors of the connection. */
export function incomingResponse(message: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = "", rawHeaders } = message;
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
  }
  const body = WITHOUT_BODY.includes(status) ? null : streamOf(unpacked(message));
  return new Response(body, { status, statusText, headers });
}

/** Hands on each piece when it is asked for; Node's own adapter would take in what nobody reads. */
function streamOf(readable: Readable): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = readable[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const piece = await pieces.next();
        if (piece.done === true) controller.close();
        else controller.enqueue(piece.value);
      },
      // Ends a read that hangs, too.
      cancel: () => void readable.destroy(),
    },
    { highWaterMark: 0 },
  );
}

function unpacked(message: IncomingMessage): Readable {
  const packings = (message.headers["content-encoding"] ?? "").toLowerCase().split(",");
  return packings
    .map((packing) => UNPACKERS[packing.trim()]?.())
    .filter((unpacker) => unpacker !== undefined)
    .reduceRight<Readable>((from, unpacker) => pipeline(from, unpacker, () => undefined), message);
}
