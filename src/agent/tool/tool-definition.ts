import * as z from "zod";
import { jsonObjectSchema } from "../text/json";

/** A tool as a model sees it. `inputSchema` is JSON Schema of the subset that tool-schema.ts states. */
export const toolDefinitionSchema = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: jsonObjectSchema,
});

/** See `toolDefinitionSchema`. */
export type ToolDefinition = z.infer<typeof toolDefinitionSchema>;
