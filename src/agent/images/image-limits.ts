/**
 * How large the images of a question may be. Anthropic counts the five megabytes that it takes of an image in base64, which
 * makes four bytes of three, refuses one of more than 8,000 pixels a side, and makes that 2,000 where a request has more
 * than twenty. What goes out together has to fit into the memory of a command several times.
 */
export const IMAGE_LIMITS = {
  /** Bytes of one image. */
  bytes: 3_900_000,
  /** Pixels of its longer side. */
  side: 8_000,
  /** Images of one question, and of one request. */
  count: 20,
  /** Bytes of all images of one question, and of one request. */
  totalBytes: 7_500_000,
} as const;
