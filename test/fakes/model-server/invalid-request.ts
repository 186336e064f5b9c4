import type * as z from "zod";

/** A request that a strict provider would answer with status 400. `message` says what is wrong and where. */
export class InvalidRequestError extends Error {
  override readonly name = "InvalidRequestError";
}

/** Parses part of a request with a schema. Throws `InvalidRequestError` with the path of the first thing that is wrong. */
export function parseRequest<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new InvalidRequestError(`${issue?.path.map(String).join(".") ?? ""}: ${issue?.message ?? "not valid"}`);
}
