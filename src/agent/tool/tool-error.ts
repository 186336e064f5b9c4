import type { Disclosure } from "./disclosure";
import type { PermissionKind } from "./permission";

/** An expected failure of a tool. `message` tells the model what to do next; the status row shows the type's words. */
export type ToolErrorType =
  "invalid_argument" | "permission_denied" | "not_found" | "unavailable" | "timed_out" | "failed";

type ToolErrorOptions = {
  summary?: string;
  cause?: unknown;
  permission?: PermissionKind;
  disclosures?: readonly Disclosure[];
};

/** What a tool throws for a failure that it expects. Anything else counts as a fault of the tool. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly type: ToolErrorType;
  /** What the status row says instead of the type's own words. */
  readonly summary: string | undefined;
  /** What macOS does not allow. */
  readonly permission: PermissionKind | undefined;
  /** What of the person's the message holds, such as the names that come closest. */
  readonly disclosures: readonly Disclosure[];

  constructor(type: ToolErrorType, message: string, options: ToolErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.type = type;
    this.summary = options.summary;
    this.permission = options.permission;
    this.disclosures = options.disclosures ?? [];
  }
}

const SUMMARIES: Record<ToolErrorType, string> = {
  invalid_argument: "Called with wrong values",
  permission_denied: "Not allowed by macOS",
  not_found: "Not found",
  unavailable: "Not available",
  timed_out: "Took too long",
  failed: "Did not work",
};

/** What the status row of a failed call says. */
export function toolErrorSummary(error: ToolError): string {
  return error.summary ?? SUMMARIES[error.type];
}
