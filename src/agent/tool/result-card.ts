import * as z from "zod";

/** A file or folder as a result row shows it. `path` begins with `~/` where the home folder holds it. */
export const fileItemSchema = z.object({
  path: z.string(),
  name: z.string(),
  isFolder: z.boolean(),
  /** Bytes. */
  size: z.number().exactOptional(),
  /** Milliseconds since 1970. */
  modifiedAt: z.number().exactOptional(),
});

/** What a call found or did, as data for rows that the person can act on. */
export const resultCardSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("files"), items: z.array(fileItemSchema) }),
]);

/** See `fileItemSchema`. */
export type FileItem = z.infer<typeof fileItemSchema>;
/** See `resultCardSchema`. */
export type ResultCard = z.infer<typeof resultCardSchema>;
