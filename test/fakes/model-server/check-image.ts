import { InvalidRequestError } from "./invalid-request";

/** The base64 of an image may have so many characters (https://docs.claude.com/en/docs/build-with-claude/vision). */
const MAX_BASE64_LENGTH = 5 * 1024 * 1024;

/** How each format begins. */
const BEGINNINGS: readonly [mediaType: string, begins: (bytes: Buffer) => boolean][] = [
  ["image/png", (bytes) => bytes.subarray(0, 8).toString("hex") === "89504e470d0a1a0a"],
  ["image/jpeg", (bytes) => bytes.subarray(0, 3).toString("hex") === "ffd8ff"],
  ["image/gif", (bytes) => ["GIF87a", "GIF89a"].includes(bytes.toString("latin1", 0, 6))],
  ["image/webp", (bytes) => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP"],
];

/** What providers check of an image, in the words of the Messages API. Throws `InvalidRequestError`. */
export function checkImage(place: string, mediaType: string, data: string): void {
  if (!BEGINNINGS.some(([known]) => known === mediaType)) {
    throw new InvalidRequestError(
      `${place}.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`,
    );
  }
  if (data.length > MAX_BASE64_LENGTH) {
    throw new InvalidRequestError(
      `${place}: image exceeds 5 MB maximum: ${data.length} bytes > ${MAX_BASE64_LENGTH} bytes`,
    );
  }
  const bytes = Buffer.from(data, "base64");
  const isBase64 = data.length % 4 === 0 && bytes.toString("base64") === data;
  if (data === "" || !isBase64) throw new InvalidRequestError(`${place}: invalid base64 data`);
  const [actual] = BEGINNINGS.find(([, begins]) => begins(bytes)) ?? [];
  if (actual === undefined) throw new InvalidRequestError("Could not process image");
  if (actual !== mediaType) {
    throw new InvalidRequestError(
      `${place}: The image was specified using the ${mediaType} media type, but the image appears to be a ${actual} image`,
    );
  }
}
