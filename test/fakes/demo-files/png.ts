import { zlibSync } from "fflate";
import { crc32 } from "node:zlib";

/** A colour as red, green and blue from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Eight bits a channel, red, green and blue, no interlacing (https://www.w3.org/TR/png-3/#11IHDR). */
const TRUE_COLOUR = [8, 2, 0, 0, 0];

/** A square PNG picture; `paint` gives the colour of each point, with both coordinates from 0 to 1. */
export function png(size: number, paint: (x: number, y: number) => Colour): Uint8Array {
  const rows = Array.from({ length: size }, (_, row) => [
    // Each row begins with its filter type: none.
    0,
    ...Array.from({ length: size }, (__, column) => paint(column / size, row / size).map(Math.round)).flat(),
  ]);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    chunk("IHDR", Buffer.concat([header, Buffer.from(TRUE_COLOUR)])),
    chunk("IDAT", zlibSync(Uint8Array.from(rows.flat()))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
