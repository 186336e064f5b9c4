import type { Disclosure } from "./disclosure";
import { permissionName, permissionPlace, type PermissionKind } from "./permission";

/** What kind of failure a tool reports. */
export type ToolErrorType =
  "invalid_argument" | "permission_denied" | "not_found" | "unavailable" | "timed_out" | "failed";

type ToolErrorOptions = {
  summary?: string;
  cause?: unknown;
  permission?: PermissionKind;
  disclosures?: readonly Disclosure[];
};

/**
 * What a tool throws for a failure that it expects. Anything else counts as a fault of the tool. `message` tells the
 * model what is wrong and what to do next; it may be empty for what took too long, and where a permission says it all.
 */
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

/** What the status row says, and what the model's text begins with. */
const WORDS: Record<ToolErrorType, { summary: string; before: string }> = {
  invalid_argument: { summary: "Called with wrong values", before: "Wrong arguments: " },
  permission_denied: { summary: "Not allowed by macOS", before: "Not allowed: " },
  not_found: { summary: "Not found", before: "Not found: " },
  unavailable: { summary: "Not available", before: "Not available: " },
  timed_out: { summary: "Took too long", before: "Took too long: " },
  failed: { summary: "Did not work", before: "Did not work: " },
};

/** What the status row of a failed call says. */
export function toolErrorSummary({ summary, type, permission }: ToolError): string {
  if (summary !== undefined) return summary;
  return permission === undefined ? WORDS[type].summary : `Missing permission: ${permissionName(permission)}`;
}

/** What the model is told of a failed call. */
export function modelMessage({ type, message, permission }: ToolError): string {
  return WORDS[type].before + (message === "" ? ownWords(permission) : message);
}

function ownWords(permission: PermissionKind | undefined): string {
  if (permission === undefined) return "ask for less, such as a narrower search or fewer results, or tell the person.";
  return `macOS does not let Orbit do this. Tell the person that they can allow Raycast in ${permissionPlace(permission)}. Do not try another way to the same end.`;
}
