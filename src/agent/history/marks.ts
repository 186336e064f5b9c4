import * as z from "zod";

/**
 * What the wire view leaves out, and why. The history itself is never changed: a `refused` request is not sent again with
 * every follow-up, and a `superseded` answer gave way to another try.
 */
export const markSchema = z.object({
  id: z.string(),
  type: z.enum(["refused", "superseded"]),
  messageId: z.string(),
});

export type Mark = z.infer<typeof markSchema>;
