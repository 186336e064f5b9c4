import * as z from "zod";
import { imageFileSchema } from "../history/messages";

/** What the person sends along with a question, as it was at that moment. */
export const attachmentSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("finder_selection"),
    /** As the model sees them: `~/…` inside the home folder. */
    paths: z.array(z.string()),
    /** How many items were selected, where `paths` holds fewer. */
    selectionTotal: z.int().exactOptional(),
    /** How many of them Orbit never shares (keys, other secrets): they are counted, never named. */
    withheldCount: z.int().exactOptional(),
  }),
  z.object({
    type: z.literal("selected_text"),
    text: z.string(),
    appName: z.string().exactOptional(),
    /** Characters of the whole selection, where `text` is only its start. */
    selectionTotal: z.int().exactOptional(),
  }),
  /** Checked and kept before; see `takeImages`. */
  imageFileSchema.extend({ type: z.literal("image") }),
]);

/** See `attachmentSchema`. */
export type Attachment = z.infer<typeof attachmentSchema>;
/** An image that the person sends along. */
export type ImageAttachment = Extract<Attachment, { type: "image" }>;
