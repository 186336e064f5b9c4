import { analyse } from "chardet";

/** How much of a file its encoding is guessed from. */
const SAMPLE_BYTES = 65_536;
/** Below this a guess (0 to 100) says little: a short German word passes for Japanese. */
const MIN_CONFIDENCE = 30;
/** Text has hardly any control characters but blanks and breaks; binary data is full of them. */
const MAX_CONTROL_SHARE = 0.02;
/** Blanks, line and page breaks, and the escape character of coloured logs. */
const TEXT_CONTROLS = new Set(["\t", "\n", "\v", "\f", "\r", "\u001b"]);

const BYTE_ORDER_MARKS = [
  { encoding: "utf-8", mark: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", mark: [0xff, 0xfe] },
  { encoding: "utf-16be", mark: [0xfe, 0xff] },
];

/**
 * The text of a file in whatever encoding it has, with plain line feeds; undefined where it is no text. A byte order mark
 * decides; then valid UTF-8; then the pattern of zero bytes that UTF-16 leaves; then a guess from the bytes' statistics.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  for (const encoding of likelyEncodings(bytes)) {
    const text = decodeAs(bytes, encoding);
    if (text !== undefined && !isBinary(text)) return text.replace(/\r\n?/g, "\n");
  }
  return undefined;
}

function likelyEncodings(bytes: Uint8Array): string[] {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  if (marked !== undefined) return [marked.encoding];
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (sample.includes(0)) return utf16WithoutMark(sample);
  if (decodeAs(bytes, "utf-8", true) !== undefined) return ["utf-8"];
  const guesses = analyse(sample);
  const sure = guesses.filter(({ confidence }) => confidence >= MIN_CONFIDENCE);
  // Windows-1252 gives some character for nearly every byte, but control characters for the lead bytes of Asian text.
  return [...sure.map(({ name }) => name), "windows-1252", ...guesses.map(({ name }) => name)];
}

/** Western text in UTF-16 has a zero in every other place, and hardly any in the places between. */
function utf16WithoutMark(sample: Uint8Array): string[] {
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const pairs = sample.length / 2;
  if (odd > pairs * 0.4 && even < pairs * 0.05) return ["utf-16le"];
  return even > pairs * 0.4 && odd < pairs * 0.05 ? ["utf-16be"] : [];
}

function decodeAs(bytes: Uint8Array, encoding: string, fatal = false): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes);
  } catch {
    // Not valid in this encoding, or an encoding that is guessed but cannot be decoded (UTF-32, EBCDIC).
    return undefined;
  }
}

function isBinary(text: string): boolean {
  const sample = text.slice(0, SAMPLE_BYTES);
  const controls = sample.match(/[\p{Cc}\ufffd]/gu) ?? [];
  return controls.filter((control) => !TEXT_CONTROLS.has(control)).length > sample.length * MAX_CONTROL_SHARE;
}
