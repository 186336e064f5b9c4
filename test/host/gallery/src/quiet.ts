import { Clipboard, showHUD } from "@raycast/api";

/** Puts a word on the clipboard and says so. */
export default async function doQuietly(): Promise<void> {
  await Clipboard.copy("quiet");
  await showHUD("Copied quietly");
}
