/** The port to where images are kept: each once, by the SHA-256 of its bytes, for as long as a chat names it. */
export interface ImageStore {
  /** Keeps the bytes of a checked image and gives what names them. Throws `StoreError`. */
  put(bytes: Uint8Array): Promise<string>;
  /** The bytes; undefined where they are not there any more or not what they were. Never throws. */
  read(file: string): Promise<Uint8Array | undefined>;
}
