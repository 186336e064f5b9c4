/** An error as plain data. */
export interface ErrorObject {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** Whatever was thrown, as plain data. */
export function errorObject(error: unknown): ErrorObject {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), stack: "" };
  return { name: error.name, message: error.message, stack: error.stack ?? "" };
}
