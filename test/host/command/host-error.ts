/** The command did what Raycast would not take: an unknown prop, a row in a form, two rows with one id, … */
export class HostError extends Error {
  override readonly name = "HostError";
}

/** A field was given a value that its kind cannot hold, or that it does not offer. */
export class WrongValueError extends HostError {}
