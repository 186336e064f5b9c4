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
  for (const text of decodings(bytes)) if (!isBinary(text)) return text.replace(/\r\n?/g, "\n");
  return undefined;
}

/** What the bytes may say, the likeliest first. Each is decoded only when the one before was no text. */
function* decodings(bytes: Uint8Array): Generator<string> {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (marked !== undefined) yield* decodeAs(bytes, marked.encoding);
  else if (sample.includes(0)) for (const encoding of utf16WithoutMark(sample)) yield* decodeAs(bytes, encoding);
  else {
    const utf8 = decodeAs(bytes, "utf-8", true);
    if (utf8.length > 0) yield* utf8;
    else for (const encoding of guessedEncodings(sample)) yield* decodeAs(bytes, encoding);
  }
}

function guessedEncodings(sample: Uint8Array): string[] {
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

/** The decoded text; none where the bytes are not valid, or the encoding is guessed but cannot be decoded (UTF-32). */
function decodeAs(bytes: Uint8Array, encoding: string, fatal = false): [string] | [] {
  try {
    return [new TextDecoder(encoding, { fatal }).decode(bytes)];
  } catch {
    return [];
  }
}

function isBinary(text: string): boolean {
  const sample = text.slice(0, SAMPLE_BYTES);
  const controls = sample.match(/[\p{Cc}\ufffd]/gu) ?? [];
  return controls.filter((control) => !TEXT_CONTROLS.has(control)).length > sample.length * MAX_CONTROL_SHARE;
}
