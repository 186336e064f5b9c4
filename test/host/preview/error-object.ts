/** An error as plain data. */
export interface ErrorObject {
  readonly message: string;
  readonly stack: string;
}

/** Whatever was thrown, as plain data. */
export function errorObject(error: unknown): ErrorObject {
  if (!(error instanceof Error)) return { message: String(error), stack: "" };
  return { message: error.message, stack: error.stack ?? "" };
}
