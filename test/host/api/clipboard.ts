import { fileURLToPath } from "node:url";
import type { PathLike } from "node:fs";
import type * as Raycast from "@raycast/api";
import { currentHost, emit } from "../command/host";

/** A path as text, in whichever form it came. */
export const pathOf = (path: PathLike): string => (path instanceof URL ? fileURLToPath(path) : path.toString());

/** The text that Raycast puts on the clipboard for any content. */
function textOf(content: string | number | Raycast.Clipboard.Content): string {
  if (typeof content === "string" || typeof content === "number") return String(content);
  if ("file" in content) return pathOf(content.file);
  return "html" in content ? (content.text ?? content.html) : content.text;
}

/** The clipboard, which holds text only here. */
export const Clipboard = {
  copy(content: string | number | Raycast.Clipboard.Content, options?: Raycast.Clipboard.CopyOptions): Promise<void> {
    const text = textOf(content);
    currentHost().clipboard = text;
    emit({ kind: "copied", text, concealed: options?.concealed ?? false });
    return Promise.resolve();
  },
  async paste(content: string | number | Raycast.Clipboard.Content): Promise<void> {
    const text = textOf(content);
    await currentHost().world.system.paste?.(text);
    emit({ kind: "pasted", text });
  },
  clear(): Promise<void> {
    currentHost().clipboard = "";
    emit({ kind: "clipboard cleared" });
    return Promise.resolve();
  },
  read(): Promise<Raycast.Clipboard.ReadContent> {
    return Promise.resolve({ text: currentHost().clipboard });
  },
  readText(): Promise<string | undefined> {
    return Promise.resolve(currentHost().clipboard || undefined);
  },
};
