import { lstat } from "node:fs/promises";
import * as z from "zod";

/** What tells one file or folder from another that took its name. Numbers as text: inodes pass 2^53 on network volumes. */
export const fileIdentitySchema = z.object({ device: z.string(), inode: z.string() });

/** An item's identity together with what changes when its content does. Folders change when an item directly in them does. */
export const fileStateSchema = fileIdentitySchema.extend({ size: z.string(), modified: z.string() });

/** The identity of what is at a path now, links not followed. Throws what the file system throws. */
export async function fileIdentity(path: string): Promise<z.infer<typeof fileIdentitySchema>> {
  const { dev, ino } = await lstat(path, { bigint: true });
  return { device: String(dev), inode: String(ino) };
}

/** The state of what is at a path now, links not followed. Throws what the file system throws. */
export async function fileState(path: string): Promise<z.infer<typeof fileStateSchema>> {
  const { dev, ino, size, mtimeNs } = await lstat(path, { bigint: true });
  return { device: String(dev), inode: String(ino), size: String(size), modified: String(mtimeNs) };
}
