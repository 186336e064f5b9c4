import * as z from "zod";
import { LaunchType } from "../api/enums";
import { ownerOf, type Command, type Extension } from "./extension";
import type { LaunchRequest } from "./launch-request";

/** A link that starts a command, taken apart. */
export interface Deeplink extends LaunchRequest {
  readonly extension: string;
  /** Links without an owner mean whoever owns the extension. */
  readonly owner?: string;
}

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue("not JSON");
    return z.NEVER;
  }
});

const querySchema = z.object({
  arguments: json.pipe(z.record(z.string(), z.string())).default({}),
  context: json.pipe(z.record(z.string(), z.unknown())).optional(),
  fallbackText: z.string().optional(),
  launchType: z.enum(LaunchType).default(LaunchType.UserInitiated),
});

/** Reads a link such as raycast://extensions/orbit/orbit/ask-orbit; undefined for any other or a damaged one. */
export function parseDeeplink(link: string): Deeplink | undefined {
  const url = URL.parse(link);
  if (url?.protocol !== "raycast:" || url.hostname !== "extensions") return undefined;
  const query = querySchema.safeParse(Object.fromEntries(url.searchParams));
  const path = decoded(url.pathname.split("/").slice(1));
  if (!query.success || !path || path.includes("")) return undefined;
  const [command, extension, owner, ...rest] = path.reverse();
  if (command === undefined || extension === undefined || rest.length > 0) return undefined;
  const { arguments: given, context, fallbackText, launchType } = query.data;
  return {
    command,
    extension,
    arguments: given,
    launchType,
    ...(owner !== undefined && { owner }),
    ...(context && { context }),
    ...(fallbackText !== undefined && { fallbackText }),
  };
}

function decoded(parts: readonly string[]): string[] | undefined {
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** The link that starts a command. */
export function deeplinkTo(extension: Extension, command: Command): string {
  const path = [ownerOf(extension), extension.name, command.name].map(encodeURIComponent);
  return `raycast://extensions/${path.join("/")}`;
}
